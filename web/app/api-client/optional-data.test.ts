import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "./request-context.ts";
import { requireSignIn } from "../http/require-sign-in.ts";
import { createErrorResult, createSuccessResult } from "../forms/form-result.ts";
import { loadOptionalData } from "./optional-data.ts";

afterEach(() => vi.restoreAllMocks());

it("failed optional data is null and logged", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await loadOptionalData(Promise.resolve(["review"]))).toEqual(["review"]);
  expect(log).not.toHaveBeenCalled();
  const error = new ApiError(500, { message: "broken", code: "internal" });
  expect(await loadOptionalData(Promise.reject(error))).toBeNull();
  expect(await loadOptionalData(Promise.reject(new TypeError("fetch failed")))).toBeNull();
  expect(log.mock.calls.map(([, loggedError]) => loggedError)).toEqual([error, new TypeError("fetch failed")]);
});

it("missing data and expired sessions are not logged", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await loadOptionalData(Promise.reject(new ApiError(400, {})))).toBeNull();
  expect(await loadOptionalData(Promise.reject(new ApiError(404, {})))).toBeNull();
  expect(await loadOptionalData(Promise.reject(new ApiError(401, {})))).toBeNull();
  expect(log).not.toHaveBeenCalled();
});

it("an expired session redirects to the sign-in dialog and back to the page", () => {
  const requestContext = { to: (path: string) => `/en-US${path.replace(/^\/\?/, "?")}` };
  const unauthenticated = createErrorResult(new ApiError(401, { code: "unauthenticated", message: "Sign in." }));
  const thrown = catchThrown(() => requireSignIn(requestContext, "/cart", unauthenticated));
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown.headers.get("location")).toBe("/en-US?auth=1&from=%2Fcart");
  // A new document: the open page still shows the shopper as signed in.
  expect(thrown.headers.get("x-remix-reload-document")).toBe("true");
  const otherError = createErrorResult(new ApiError(422, { code: "invalid", message: "No." }));
  expect(requireSignIn(requestContext, "/cart", otherError)).toBe(otherError);
  expect(requireSignIn(requestContext, "/cart", createSuccessResult())).toMatchObject({ ok: true });
});

function catchThrown(action: () => unknown): Response {
  try {
    action();
  } catch (error) {
    return error as Response;
  }
  throw new Error("nothing was thrown");
}
