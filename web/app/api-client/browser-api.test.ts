import { afterEach, expect, it, vi } from "vitest";
import { fetchApi } from "./browser-api.ts";

const i18n = { locale: "ru-RU" } as const;
const requests: (RequestInit | undefined)[] = [];

function openPage(csrfToken: string | null, dataset: Record<string, string> = {}): void {
  requests.length = 0;
  vi.stubGlobal("document", {
    documentElement: { dataset },
    querySelector: () => (csrfToken === null ? null : { content: csrfToken }),
  });
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    requests.push(init);
    return Promise.resolve(Response.json({ data: {} }));
  });
}

afterEach(() => vi.unstubAllGlobals());

it("sends the page's CSRF token with a write, and not with a read", async () => {
  openPage("token-of-the-page");
  await fetchApi(i18n, "/v1/productsPrice", { body: {} });
  await fetchApi(i18n, "/v1/currencyList");
  expect(requests.map((init) => new Headers(init?.headers).get("csrf-token"))).toEqual(["token-of-the-page", null]);
});

it("sends no token from a guest's page", async () => {
  openPage(null);
  await fetchApi(i18n, "/v1/productsPrice", { body: {} });
  expect(requests.map((init) => new Headers(init?.headers).has("csrf-token"))).toEqual([false]);
});

it("names the country of the page", async () => {
  openPage(null, { deliveryCountry: "KZ" });
  await fetchApi(i18n, "/v1/currencyList");
  expect(requests.map((init) => new Headers(init?.headers).get("delivery-country"))).toEqual(["KZ"]);
});
