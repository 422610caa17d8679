import { afterEach, expect, it, vi } from "vitest";
import { askApi } from "./browser-api.ts";

const shop = { locale: "ru-RU" } as const;
const sent: (RequestInit | undefined)[] = [];

function openPage(csrfToken: string | null): void {
  sent.length = 0;
  vi.stubGlobal("document", { querySelector: () => (csrfToken === null ? null : { content: csrfToken }) });
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    sent.push(init);
    return Promise.resolve(Response.json({ data: {} }));
  });
}

afterEach(() => vi.unstubAllGlobals());

it("sends the page's csrf token with a write, and not with a read", async () => {
  openPage("token-of-the-page");
  await askApi(shop, "/v1/productsPrice", { body: {} });
  await askApi(shop, "/v1/currencyList");
  expect(sent.map((init) => new Headers(init?.headers).get("csrf-token"))).toEqual(["token-of-the-page", null]);
});

it("sends none from a guest's page", async () => {
  openPage(null);
  await askApi(shop, "/v1/productsPrice", { body: {} });
  expect(sent.map((init) => new Headers(init?.headers).has("csrf-token"))).toEqual([false]);
});
