import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "./api.ts";
import { orSignIn } from "./lost-session.ts";
import { refused, done } from "./form-answer.ts";
import { sidePart } from "./side-part.ts";

afterEach(() => vi.restoreAllMocks());

it("a page goes on without a part that failed, and the log knows", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await sidePart(Promise.resolve(["review"]))).toEqual(["review"]);
  expect(log).not.toHaveBeenCalled();
  const error = new ApiError(500, { message: "broken", code: "internal" });
  expect(await sidePart(Promise.reject(error))).toBeNull();
  expect(await sidePart(Promise.reject(new TypeError("fetch failed")))).toBeNull();
  expect(log.mock.calls.map(([, told]) => told)).toEqual([error, new TypeError("fetch failed")]);
});

it("what is missing, or not for a lost session, is no failure to log", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await sidePart(Promise.reject(new ApiError(400, {})))).toBeNull();
  expect(await sidePart(Promise.reject(new ApiError(404, {})))).toBeNull();
  expect(await sidePart(Promise.reject(new ApiError(401, {})))).toBeNull();
  expect(log).not.toHaveBeenCalled();
});

it("whose session ends while he acts is asked to sign in and comes back to his page", () => {
  const visit = { to: (path: string) => `/en-US${path.replace(/^\/\?/, "?")}` };
  const lost = refused(new ApiError(401, { code: "unauthenticated", message: "Sign in." }));
  const thrown = caught(() => orSignIn(visit, "/cart", lost));
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown.headers.get("location")).toBe("/en-US?auth=1&from=%2Fcart");
  // A fresh document: the page that is open still shows him as signed in.
  expect(thrown.headers.get("x-remix-reload-document")).toBe("true");
  const other = refused(new ApiError(422, { code: "invalid", message: "No." }));
  expect(orSignIn(visit, "/cart", other)).toBe(other);
  expect(orSignIn(visit, "/cart", done())).toMatchObject({ ok: true });
});

function caught(act: () => unknown): Response {
  try {
    act();
  } catch (error) {
    return error as Response;
  }
  throw new Error("nothing was thrown");
}
