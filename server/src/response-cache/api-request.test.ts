import { expect, it } from "vitest";
import { describeApiRequest } from "./api-request.ts";

const describe = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  describeApiRequest({ method, target, headers: new Headers(headers) });

it("identifies a response by URL, locale, currency and destination", () => {
  const headers = { "accept-language": "en-US,en;q=0.9", currency: "eur", "delivery-country": "de", "user-agent": "x" };
  const request = describe("/v1/products?category=face&page=2", headers);
  expect(request?.key).toBe("/v1/products?category=face&page=2 en-US EUR DE");
  expect(request?.getHeaders()).toEqual({ "accept-language": "en-US", currency: "EUR", "delivery-country": "DE" });
  expect(describe("/v1/home")?.key).toBe("/v1/home ru-RU  ");
  expect(describe("/v1/search/suggest?q=cream")).not.toBeNull();
  expect(describe("/v1/home")?.getHeaders()).toEqual({ "accept-language": "ru-RU" });
});

it.each([
  ["the data of a customer", "/v1/user/summary", {}],
  ["a malformed currency", "/v1/home", { currency: "rubles" }],
  ["a malformed country", "/v1/home", { "delivery-country": "x".repeat(1000) }],
  ["a bearer token", "/v1/home", { authorization: "Bearer abc" }],
  ["a session cookie", "/v1/home", { cookie: "token=abc" }],
  ["a session cookie of an https store", "/v1/home", { cookie: "a=b; __Host-token=abc" }],
  ["a storefront that asks for the policy", "/v1/home", { "x-cache-policy": "1" }],
  ["a path below a product that is not known", "/v1/products/1/complements", {}],
  ["the back office", "/v1/admin/products", {}],
  ["a path that a URL resolves", "/v1/products/..\\user\\summary", {}],
  ["a path with dots", "/v1/products/%2e%2E?page=1", {}],
  ["a page", "/products", {}],
])("leaves requests with or for %s alone", (_, target, headers) => {
  expect(describe(target, headers)).toBeNull();
});

it("leaves writes alone", () => {
  expect(describe("/v1/products/lotion/reviews", {}, "POST")).toBeNull();
});
