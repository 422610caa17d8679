import { expect, it } from "vitest";
import { toFormErrors } from "./form-errors.ts";
import { ApiError, createRequestContext } from "./request-context.ts";
import type { AdminServer } from "./server-context.ts";

/** Creates the context of a request to a page, with an API that always gives this response. */
function createTestContext(response: () => Response, { isDataRequest = false } = {}) {
  const requests: { path: string; init: Parameters<AdminServer["callApi"]>[1] }[] = [];
  const server: AdminServer = {
    callApi: async (path, init) => {
      requests.push({ path, init });
      return response();
    },
    nonce: "nonce",
    requestId: "request",
    getStoreName: async () => "Store",
    secureCookies: true,
    setRoute: () => undefined,
    startRendering: () => ({ end: () => undefined }),
    logError: () => undefined,
  };
  const preferences = { locale: "en-US", theme: "system", isNavigationCollapsed: false } as const;
  const context = createRequestContext({
    ...{ server, preferences, locale: "en-US", path: "/orders?view=to_pack", isDataRequest },
  });
  return { ...context, requests };
}

const respond = (status: number, body: object, headers?: HeadersInit) => () =>
  Response.json(body, { status, ...(headers ? { headers } : {}) });

it("calls the API below its base path in the language of the page, and returns its data", async () => {
  const { call, requests } = createTestContext(respond(200, { data: { level: "full" } }));
  expect(await call("session", { method: "POST", body: { email: "a@example.test" } })).toEqual({ level: "full" });
  expect(requests).toMatchObject([
    {
      path: "/v1/admin/session",
      init: { method: "POST", body: '{"email":"a@example.test"}', headers: { "accept-language": "en-US" } },
    },
  ]);
});

it("passes on the cookies that the API sets", async () => {
  const { call, responseCookies } = createTestContext(() => new Response(null, { headers: { "set-cookie": "a=1" } }));
  await call("session", { method: "DELETE" });
  expect(responseCookies).toEqual(["a=1"]);
});

it("throws the code, the field errors and the data of an error response", async () => {
  const body = { message: "Wrong", code: "wrong_code", errors: { code: ["wrongCode"] }, data: { permission: "x" } };
  const error = await createTestContext(respond(422, body))
    .call("session/step-up")
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, message: "Wrong", code: body.code, errors: body.errors, data: body.data });
});

it("leads to the sign-in when a session has ended, and tells an open page of it", async () => {
  const ended = respond(401, { message: "Sign in", code: "unauthenticated" });
  const redirected = await createTestContext(ended)
    .load("orders")
    .catch((thrown: unknown) => thrown);
  expect((redirected as Response).headers.get("location")).toBe("/sign-in?from=%2Forders%3Fview%3Dto_pack");
  const thrown = await createTestContext(ended, { isDataRequest: true })
    .load("orders")
    .catch((error: unknown) => error);
  expect(thrown).toMatchObject({ init: { status: 401 } });
});

it("shows the missing permission on the error page", async () => {
  const body = { message: "No", code: "forbidden", data: { permission: "orders:read" } };
  const thrown = await createTestContext(respond(403, body))
    .load("orders")
    .catch((error: unknown) => error);
  expect(thrown).toMatchObject({ data: { permission: "orders:read" }, init: { status: 403 } });
});

it("returns refusals to the form and throws everything else", () => {
  const context = createTestContext(respond(200, {}));
  const refusal = new ApiError(422, { message: "Wrong", code: "wrong_code", errors: { code: ["wrongCode"] } });
  expect(toFormErrors(refusal, context)).toMatchObject({ data: { message: "Wrong", errors: { code: ["wrongCode"] } } });
  const failure = new ApiError(500, { message: "Failed", code: "server_error" });
  expect(() => toFormErrors(failure, context)).toThrow(failure);
  const ended = new ApiError(401, { message: "Sign in", code: "unauthenticated" });
  expect(() => toFormErrors(ended, context)).toThrow(expect.objectContaining({ status: 302 }));
  expect(toFormErrors(ended, context, [401])).toMatchObject({ init: { status: 401 } });
});
