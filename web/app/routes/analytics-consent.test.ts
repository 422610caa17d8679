import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { createRequestContext, requestContextKey } from "../api-client/request-context.ts";
import type { StorefrontServer } from "../api-client/server-context.ts";
import { action } from "./analytics-consent.ts";

const PATTERN = "/user/consents/analytics";

/** Submits a form, by default a granted consent, while the API returns the given response. */
async function submitConsent(
  apiResponse: Awaited<ReturnType<StorefrontServer["api"]>>,
  form: Record<string, string> = { given: "1", receipt: "" },
): Promise<{ response: Response; sent: unknown }> {
  let sent: unknown;
  const context = new RouterContextProvider();
  const server = {
    api: (_path: string, { body }: { body: string }) => {
      sent = JSON.parse(body);
      return Promise.resolve(apiResponse);
    },
    localeStrategy: "prefix_except_default",
  } as unknown as Parameters<typeof createRequestContext>[0]["server"];
  const requestInfo = {
    currency: null,
    token: null,
    deliveryCountry: null,
    deliveryCity: null,
    userAgent: "",
    requestId: "1",
    path: "/",
  };
  context.set(requestContextKey, createRequestContext({ ...requestInfo, server, locale: "en-US" }));
  const body = new URLSearchParams(form);
  const request = new Request(`http://shop.test${PATTERN}`, { method: "POST", body });
  const response = await action({ request, url: new URL(request.url), pattern: PATTERN, params: {}, context });
  return { response, sent };
}

it("returns the receipt", async () => {
  const { response } = await submitConsent({ status: 200, body: { data: { receipt: "r1" } }, retryAfter: null });
  expect([response.status, await response.json()]).toEqual([200, { receipt: "r1" }]);
});

it("passes on an error of the API with its Retry-After header", async () => {
  const refusal = { code: "too_many_requests", message: "Please try again later." };
  const { response } = await submitConsent({ status: 429, body: refusal, retryAfter: 60 });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await response.json()).toMatchObject({ code: "too_many_requests", message: "Please try again later." });
});

it.each([
  [{ given: "1" }, true],
  [{ given: "" }, false],
  [{ given: "perhaps" }, "perhaps"],
  [{ junk: "1" }, null],
])("sends %j to the API as %j", async (form, given) => {
  const { sent } = await submitConsent({ status: 200, body: { data: { receipt: null } }, retryAfter: null }, form);
  expect(sent).toEqual({ given, receipt: "" });
});

it("returns the form errors of the API for a choice that is neither granted nor denied", async () => {
  const refusal = { code: "validation", message: "Please check the form.", errors: { given: ["required"] } };
  const { response } = await submitConsent({ status: 422, body: refusal, retryAfter: null }, { given: "perhaps" });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ ok: false, code: "validation", errors: { given: ["required"] } });
});
