import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { makeVisit, visitContext } from "../lib/api.ts";
import type { ShopServer } from "../lib/shop-context.ts";
import { action } from "./analytics-consent.ts";

const PATTERN = "/user/consents/analytics";

/** Sends a yes while the API answers in the given way. */
async function consent(answer: Awaited<ReturnType<ShopServer["api"]>>): Promise<Response> {
  const context = new RouterContextProvider();
  const server = {
    api: () => Promise.resolve(answer),
    localeStrategy: "prefix_except_default",
  } as unknown as Parameters<typeof makeVisit>[0]["server"];
  const known = { currency: null, token: null, userAgent: "", requestId: "1", path: "/" };
  context.set(visitContext, makeVisit({ ...known, server, locale: "en-US" }));
  const body = new URLSearchParams({ given: "1", receipt: "" });
  const request = new Request(`http://shop.test${PATTERN}`, { method: "POST", body });
  return action({ request, url: new URL(request.url), pattern: PATTERN, params: {}, context });
}

it("returns the receipt", async () => {
  const response = await consent({ status: 200, body: { data: { receipt: "r1" } }, retryAfter: null });
  expect([response.status, await response.json()]).toEqual([200, { receipt: "r1" }]);
});

it("passes a refusal of the API on, with the time to wait", async () => {
  const refusal = { code: "too_many_requests", message: "Please try again later." };
  const response = await consent({ status: 429, body: refusal, retryAfter: 60 });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await response.json()).toEqual({ message: "Please try again later." });
});
