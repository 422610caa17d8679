import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { visitContext } from "./api.ts";
import { receiveVisitor } from "./arrival.ts";
import { shopContext, type ShopServer } from "./shop-context.ts";

type Asked = {
  path: string;
  headers?: Record<string, string>;
  strategy?: ShopServer["localeStrategy"];
  method?: string;
};

async function arrive({ path, headers = {}, strategy = "prefix_except_default", method = "GET" }: Asked) {
  const context = new RouterContextProvider();
  context.set(shopContext, {
    api: () => Promise.reject(new Error("no call is made")),
    nonce: "",
    publicUrl: "http://shop.test",
    buildId: "1",
    localeStrategy: strategy,
    secureCookies: true,
    clientIp: "",
  });
  const next = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response("page")));
  const request = new Request(`http://shop.test${path}`, {
    method,
    headers: { "user-agent": "Mozilla/5.0 Chrome/130", ...headers },
  });
  const response = (await receiveVisitor(
    { request, url: new URL(request.url), context, params: {} } as never,
    next,
  )) as Response;
  const visit = next.mock.calls.length > 0 ? context.get(visitContext) : null;
  return {
    status: response.status,
    to: response.headers.get("location"),
    cookies: response.headers.getSetCookie(),
    visit,
  };
}

describe("an address that moved", () => {
  it.each([
    ["/en", "/en-US"],
    ["/en/cart?x=1", "/en-US/cart?x=1"],
    ["/category/servirovka-stola-2?page=2", "/category/tovary-dlya-doma?page=2"],
    ["/en-US/category/dlya-ptic?sort=new", "/en-US/category/tovary-dlya-zhivotnykh?sort=new"],
    ["/category/dlya-gryzunov", "/category/tovary-dlya-zhivotnykh"],
    ["/category/vigo_%20and_energy", "/category/vigo_and_energy"],
    ["/category/tovary-nedeli", "/best-sales"],
    ["/tovary-nedeli?x=1", "/best-sales?x=1"],
  ])("%s goes to %s for good", async (path, to) => {
    expect(await arrive({ path })).toMatchObject({ status: 301, to });
  });

  it("leaves its neighbours alone", async () => {
    for (const path of ["/category/dlya-ptic-2", "/english", "/category/vigo_and_energy", "/en-US"]) {
      expect((await arrive({ path })).status).toBe(200);
    }
  });
});

describe("the first visit", () => {
  it("decides by Accept-Language on the home page alone, once", async () => {
    const headers = { "accept-language": "en-GB" };
    const first = await arrive({ path: "/?utm=1", headers });
    expect(first).toMatchObject({ status: 302, to: "/en-US?utm=1" });
    expect(first.cookies[0]).toMatch(/^i18n_redirected=en-US; Path=\/; SameSite=Lax; Max-Age=31536000; Secure$/);
    expect((await arrive({ path: "/cart", headers })).status).toBe(200);
    expect((await arrive({ path: "/", headers: { ...headers, cookie: "i18n_redirected=en-US" } })).status).toBe(200);
  });

  it("sends no crawler anywhere and gives it no cookie", async () => {
    const crawler = await arrive({ path: "/", headers: { "accept-language": "en", "user-agent": "Googlebot/2.1" } });
    expect(crawler).toMatchObject({ status: 200, cookies: [] });
  });

  it("remembers the language that was last asked for, on pages alone", async () => {
    expect((await arrive({ path: "/en-US/cart" })).cookies[0]).toMatch(/^i18n_redirected=en-US/);
    expect((await arrive({ path: "/cart", headers: { cookie: "i18n_redirected=ru-RU" } })).cookies).toEqual([]);
    expect((await arrive({ path: "/cart/lines", method: "POST" })).cookies).toEqual([]);
  });
});

describe("without prefixes", () => {
  it("lets the cookie decide, then Accept-Language", async () => {
    const strategy = "no_prefix";
    expect(
      (await arrive({ path: "/cart", strategy, headers: { cookie: "i18n_redirected=en-US" } })).visit?.locale,
    ).toBe("en-US");
    expect((await arrive({ path: "/cart", strategy, headers: { "accept-language": "en" } })).visit?.locale).toBe(
      "en-US",
    );
    expect((await arrive({ path: "/cart", strategy })).visit?.locale).toBe("ru-RU");
    expect(await arrive({ path: "/en-US/cart?x=1", strategy })).toMatchObject({ status: 302, to: "/cart?x=1" });
  });
});

it("knows the visit: path, currency and token", async () => {
  const token = "t".repeat(43);
  const { visit } = await arrive({ path: "/en-US/cart?x=1", headers: { cookie: `currency=usd; token=${token}` } });
  expect(visit).toMatchObject({ locale: "en-US", path: "/cart?x=1", currency: "USD", token });
  const odd = await arrive({ path: "/", headers: { cookie: "currency=%E0%A4%A; token=a b" } });
  expect(odd.visit).toMatchObject({ currency: null, token: null });
});
