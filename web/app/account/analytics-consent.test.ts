import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { makeVisit, visitContext } from "../lib/api.ts";
import type { ShopServer } from "../lib/shop-context.ts";
import { action } from "./analytics-consent.ts";

const PATTERN = "/user/consents/analytics";

/** Sends a form, by default a yes, while the API answers in the given way. */
async function consent(
  answer: Awaited<ReturnType<ShopServer["api"]>>,
  form: Record<string, string> = { given: "1", receipt: "" },
): Promise<{ response: Response; sent: unknown }> {
  let sent: unknown;
  const context = new RouterContextProvider();
  const server = {
    api: (_path: string, { body }: { body: string }) => {
      sent = JSON.parse(body);
      return Promise.resolve(answer);
    },
    localeStrategy: "prefix_except_default",
  } as unknown as Parameters<typeof makeVisit>[0]["server"];
  const known = { currency: null, token: null, userAgent: "", requestId: "1", path: "/" };
  context.set(visitContext, makeVisit({ ...known, server, locale: "en-US" }));
  const body = new URLSearchParams(form);
  const request = new Request(`http://shop.test${PATTERN}`, { method: "POST", body });
  const response = await action({ request, url: new URL(request.url), pattern: PATTERN, params: {}, context });
  return { response, sent };
}

it("returns the receipt", async () => {
  const { response } = await consent({ status: 200, body: { data: { receipt: "r1" } }, retryAfter: null });
  expect([response.status, await response.json()]).toEqual([200, { receipt: "r1" }]);
});

it("passes a refusal of the API on, with the time to wait", async () => {
  const refusal = { code: "too_many_requests", message: "Please try again later." };
  const { response } = await consent({ status: 429, body: refusal, retryAfter: 60 });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await response.json()).toMatchObject({ code: "too_many_requests", message: "Please try again later." });
});

it.each([
  [{ given: "1" }, true],
  [{ given: "" }, false],
  [{ given: "perhaps" }, "perhaps"],
  [{ junk: "1" }, null],
])("sends %j to the API as %j", async (form, given) => {
  const { sent } = await consent({ status: 200, body: { data: { receipt: null } }, retryAfter: null }, form);
  expect(sent).toEqual({ given, receipt: "" });
});

it("answers what is neither yes nor no with the form errors of the API", async () => {
  const refusal = { code: "validation", message: "Please check the form.", errors: { given: ["required"] } };
  const { response } = await consent({ status: 422, body: refusal, retryAfter: null }, { given: "perhaps" });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ ok: false, code: "validation", errors: { given: ["required"] } });
});
