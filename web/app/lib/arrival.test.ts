import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { visitContext, type Visit } from "./api.ts";
import { receiveVisitor } from "./arrival.ts";
import { mayBeKept, visitorContext } from "./keeping.ts";
import { shopContext, type ShopServer } from "./shop-context.ts";

type Asked = {
  path: string;
  /** Of the route that matches; by default that of any page. */
  pattern?: string;
  headers?: Record<string, string>;
  strategy?: ShopServer["localeStrategy"];
  method?: string;
  api?: ShopServer["api"];
  /** What the page does on its way. */
  page?: (visit: Visit, context: RouterContextProvider) => Promise<Response>;
};

const noCall = () => Promise.reject(new Error("no call is made"));

async function arrive({
  path,
  pattern = "*",
  headers = {},
  strategy = "prefix_except_default",
  method = "GET",
  api = noCall,
  page = () => Promise.resolve(new Response("page")),
}: Asked) {
  const context = new RouterContextProvider();
  context.set(shopContext, {
    api,
    stream: () => Promise.reject(new Error("no page of these tests streams")),
    nonce: "",
    publicUrl: "http://shop.test",
    buildId: "1",
    localeStrategy: strategy,
    secureCookies: true,
    logError: () => undefined,
  });
  const next = vi.fn<() => Promise<Response>>(() => page(context.get(visitContext), context));
  const request = new Request(`http://shop.test${path}`, {
    method,
    headers: { "user-agent": "Mozilla/5.0 Chrome/130", ...headers },
  });
  const response = (await receiveVisitor(
    { request, url: new URL(request.url), pattern, context, params: {} },
    next,
  )) as Response;
  const visit = next.mock.calls.length > 0 ? context.get(visitContext) : null;
  return {
    status: response.status,
    to: response.headers.get("location"),
    cookies: response.headers.getSetCookie(),
    headers: response.headers,
    visit,
  };
}

describe("an address that moved", () => {
  it.each([
    ["/en", "/en-US"],
    ["/en/cart?x=1", "/en-US/cart?x=1"],
    ["/category/servirovka-stola-2?page=2", "/category/tovary-dlya-doma?page=2"],
    ["/en-US/category/dlya-ptic?sort=new", "/en-US/category/tovary-dlya-zhivotnykh?sort=new"],
    ["/dlya-ptic?x=1", "/category/tovary-dlya-zhivotnykh?x=1"],
    ["/en-US/dlya-gryzunov", "/en-US/category/tovary-dlya-zhivotnykh"],
    ["/category/dlya-gryzunov", "/category/tovary-dlya-zhivotnykh"],
    ["/category/vigo_%20and_energy", "/category/vigo_and_energy"],
    ["/category/tovary-nedeli", "/best-sales"],
    ["/tovary-nedeli?x=1", "/best-sales?x=1"],
  ])("%s goes to %s for good", async (path, to) => {
    expect(await arrive({ path })).toMatchObject({ status: 301, to });
  });

  it("leaves its neighbours alone", async () => {
    for (const path of ["/category/dlya-ptic-2", "/dlya-ptic-2", "/english", "/category/vigo_and_energy", "/en-US"]) {
      expect((await arrive({ path })).status).toBe(200);
    }
  });
});

describe("an address that has no page", () => {
  const table: ShopServer["api"] = async (path) =>
    path === "/v1/redirects?path=%2Fold-cream"
      ? { status: 200, body: { data: { to: "/new-cream" } }, retryAfter: null }
      : { status: 404, body: { code: "redirect_not_found" }, retryAfter: null };
  const page = async () => new Response("none", { status: 404 });

  it("is looked up among those that moved, keeping language and query", async () => {
    const asked = { api: table, page };
    expect(await arrive({ path: "/old-cream?option=3", ...asked })).toMatchObject({
      status: 301,
      to: "/new-cream?option=3",
    });
    expect(await arrive({ path: "/en-US/old-cream", ...asked })).toMatchObject({ status: 301, to: "/en-US/new-cream" });
    expect(await arrive({ path: "/other-cream", ...asked })).toMatchObject({ status: 404, to: null });
    expect(await arrive({ path: "/old-cream", method: "POST", ...asked })).toMatchObject({ status: 404, to: null });
  });

  it("stays not found while the table is out of reach", async () => {
    const api: ShopServer["api"] = async () => ({ status: 503, body: { code: "not_ready" }, retryAfter: 5 });
    expect((await arrive({ path: "/old-cream", api, page })).status).toBe(404);
  });
});

describe("an address that is not canonical", () => {
  it.each([
    ["/cart/?x=1", "cart", "/cart?x=1"],
    ["/en-US/", "en-US", "/en-US"],
    ["/en-us", "en-US", "/en-US"],
    ["/en-us/cart?x=1", "en-US/cart", "/en-US/cart?x=1"],
    ["/EN-US/brands", "en-US/brands", "/en-US/brands"],
    ["/en-us/no/such", "*", "/en-US/no/such"],
    ["/Cart", "cart", "/cart"],
    ["/BRANDS?q=a", "brands", "/brands?q=a"],
    ["//elsewhere.test/", "*", "/elsewhere.test"],
  ])("%s goes to the canonical one for good", async (path, pattern, to) => {
    expect(await arrive({ path, pattern })).toMatchObject({ status: 301, to, cookies: [] });
  });

  it("is answered all the same when something is sent to it", async () => {
    const { status, visit } = await arrive({ path: "/EN-us/Login", pattern: "en-US/login", method: "POST" });
    expect([status, visit?.locale, visit?.path]).toEqual([200, "en-US", "/login"]);
  });
});

describe("the language on a visit of the home page", () => {
  const english = { cookie: "i18n_redirected=en-US", "accept-language": "ru" };

  it("is decided by Accept-Language, once", async () => {
    const headers = { "accept-language": "en-GB" };
    const first = await arrive({ path: "/?utm=1", headers });
    expect(first).toMatchObject({ status: 302, to: "/en-US?utm=1" });
    expect(first.headers.get("vary")).toBe("Accept-Language, Cookie");
    expect(first.cookies).toEqual([
      expect.stringMatching(/^i18n_redirected=en-US; Path=\/; SameSite=Lax; Max-Age=31536000; Secure$/),
    ]);
    const russian = await arrive({ path: "/", headers: { "accept-language": "ru" } });
    expect(russian).toMatchObject({ status: 200, cookies: [expect.stringMatching(/^i18n_redirected=ru-RU;/)] });
  });

  it("is decided by the cookie after that", async () => {
    expect(await arrive({ path: "/?utm=1", headers: english })).toMatchObject({
      status: 302,
      to: "/en-US?utm=1",
      cookies: [],
    });
    const russian = { cookie: "i18n_redirected=ru-RU", "accept-language": "en" };
    expect(await arrive({ path: "/", headers: russian })).toMatchObject({ status: 200, cookies: [] });
  });

  it("stays the one that is read on the way home from a page of the shop", async () => {
    const headers = { ...english, "sec-fetch-site": "same-origin" };
    expect(await arrive({ path: "/", headers })).toMatchObject({ status: 200, cookies: [] });
  });

  it("sends no crawler anywhere and gives it no cookie", async () => {
    const crawler = await arrive({ path: "/", headers: { "accept-language": "en", "user-agent": "Googlebot/2.1" } });
    expect(crawler).toMatchObject({ status: 200, cookies: [] });
  });
});

it("a link in any language shows that language and leaves the cookie alone", async () => {
  for (const headers of [{}, { cookie: "i18n_redirected=ru-RU" }]) {
    const { visit, cookies } = await arrive({ path: "/en-US/cart", headers });
    expect([visit?.locale, cookies]).toEqual(["en-US", []]);
  }
  const { visit, cookies } = await arrive({ path: "/cart", headers: { cookie: "i18n_redirected=en-US" } });
  expect([visit?.locale, cookies]).toEqual(["ru-RU", []]);
});

describe("without prefixes", () => {
  const strategy = "no_prefix";
  const english = { cookie: "i18n_redirected=en-US" };

  it("lets the cookie decide, then Accept-Language, which the cookie remembers", async () => {
    const chosen = await arrive({ path: "/cart", strategy, headers: english });
    expect([chosen.visit?.locale, chosen.cookies]).toEqual(["en-US", []]);
    const first = await arrive({ path: "/cart", strategy, headers: { "accept-language": "en" } });
    expect([first.visit?.locale, first.cookies]).toEqual(["en-US", [expect.stringMatching(/^i18n_redirected=en-US/)]]);
    expect((await arrive({ path: "/cart", strategy })).visit?.locale).toBe("ru-RU");
    expect((await arrive({ path: "/cart/lines", strategy, method: "POST" })).cookies).toEqual([]);
  });

  it("takes an address with a prefix as a first choice, and does not overwrite a later one", async () => {
    const first = await arrive({ path: "/en-us/cart?x=1", strategy });
    expect(first).toMatchObject({ status: 302, to: "/cart?x=1" });
    expect(first.cookies).toEqual([expect.stringMatching(/^i18n_redirected=en-US/)]);
    const headers = { cookie: "i18n_redirected=ru-RU" };
    expect(await arrive({ path: "/en-US/cart", strategy, headers })).toMatchObject({ status: 302, cookies: [] });
  });

  it.each(["/en-US//elsewhere.test", "/en//elsewhere.test/x", "/en-US/.//elsewhere.test", "//elsewhere.test//x/"])(
    "%s leads to no other site",
    async (path) => {
      const { to } = await arrive({ path, strategy });
      expect(to).toMatch(/^\/elsewhere\.test/);
    },
  );
});

it("knows the visit: path, currency and token", async () => {
  const token = "t".repeat(43);
  const { visit } = await arrive({
    path: "/en-US/cart?x=1",
    headers: { cookie: `currency=usd; __Host-token=${token}` },
  });
  expect(visit).toMatchObject({ locale: "en-US", path: "/cart?x=1", currency: "USD", token });
  const odd = await arrive({ path: "/", headers: { cookie: "currency=%E0%A4%A; __Host-token=a b" } });
  expect(odd.visit).toMatchObject({ currency: null, token: null });
  // Another site of the domain can set a cookie without the prefix.
  const planted = await arrive({ path: "/", headers: { cookie: `token=${token}` } });
  expect(planted.visit).toMatchObject({ token: null });
});

describe("what a browser brings that is of no use", () => {
  const gone = (name: string) => expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`));
  const mine = "i18n_redirected=ru-RU";

  it.each([
    ["a token that is none", "__Host-token=a b", "__Host-token"],
    ["a token that cannot be read", "__Host-token=%E0%A4%A", "__Host-token"],
    ["a currency that is none", "currency=roubles", "currency"],
    ["a currency that cannot be read", "currency=%E0%A4%A", "currency"],
  ])("%s is dropped, and the page comes", async (_what, cookie, name) => {
    const { status, cookies } = await arrive({ path: "/cart", headers: { cookie: `${mine}; ${cookie}` } });
    expect(status).toBe(200);
    expect(cookies).toEqual([gone(name)]);
  });

  it("leaves alone what is in order, and what the page has just set", async () => {
    const token = `__Host-token=${"t".repeat(43)}`;
    expect((await arrive({ path: "/", headers: { cookie: `${mine}; ${token}; currency=USD` } })).cookies).toEqual([]);
    const page = async () => new Response("", { headers: { "set-cookie": `${token}; Path=/` } });
    const { cookies } = await arrive({
      path: "/login",
      method: "POST",
      headers: { cookie: `${mine}; __Host-token=x` },
      page,
    });
    expect(cookies).toEqual([`${token}; Path=/`]);
  });

  it.each(["en", "fr-FR", "%E0%A4%A", "ru-RU%00", "__proto__"])(
    "the language cookie of another site (%s) decides nothing, and goes",
    async (value) => {
      const headers = { cookie: `i18n_redirected=${value}`, "accept-language": "en" };
      const home = await arrive({ path: "/", headers });
      expect(home).toMatchObject({ status: 302, to: "/en-US" });
      expect(home.cookies[0]).toMatch(/^i18n_redirected=en-US;/);
      const page = await arrive({ path: "/cart", headers });
      expect(page).toMatchObject({ status: 200, visit: { locale: "ru-RU" }, cookies: [gone("i18n_redirected")] });
    },
  );

  it("a currency that the shop has no longer: the page comes in its own, and the cookie goes", async () => {
    const asked: (string | undefined)[] = [];
    const api: ShopServer["api"] = async (_path, init) => {
      asked.push(init?.headers?.["currency"]);
      return init?.headers?.["currency"] === "XYZ"
        ? { status: 400, body: { code: "unknown_currency", message: "no" }, retryAfter: null }
        : { status: 200, body: { data: "prices" }, retryAfter: null };
    };
    const page = async (visit: Visit) => new Response(await visit.page<string>("/v1/products"));
    const { status, cookies } = await arrive({ path: "/", headers: { cookie: `${mine}; currency=xyz` }, api, page });
    expect(status).toBe(200);
    expect(asked).toEqual(["XYZ", undefined]);
    expect(cookies).toEqual([gone("currency")]);
  });

  it("any other refusal is not asked again", async () => {
    const api = vi.fn<ShopServer["api"]>(async () => ({
      status: 400,
      body: { code: "bad_request" },
      retryAfter: null,
    }));
    const page = async (visit: Visit) => {
      await expect(visit.call("/v1/products")).rejects.toMatchObject({ code: "bad_request" });
      return new Response("");
    };
    const { cookies } = await arrive({ path: "/", headers: { cookie: `${mine}; currency=USD` }, api, page });
    expect(api).toHaveBeenCalledTimes(1);
    expect(cookies).toEqual([]);
  });
});

describe("the time without a network", () => {
  it.each([
    [200, ["7", "thing"]],
    [500, ["7", null]],
  ])("may keep what a page allows, unless it is an error (%i)", async (status, expected) => {
    const { headers } = await arrive({
      path: "/cart",
      page: async (_visit, context) => {
        context.set(visitorContext, "7");
        mayBeKept({ context }, "thing");
        return new Response("page", { status });
      },
    });
    expect([headers.get("x-visitor"), headers.get("x-keep")]).toEqual(expected);
  });

  it("keeps nothing of a page that does not allow it", async () => {
    const { headers } = await arrive({
      path: "/user/payment",
      page: async (_visit, context) => {
        context.set(visitorContext, "7");
        return new Response("page");
      },
    });
    expect([headers.get("x-visitor"), headers.get("x-keep")]).toEqual(["7", null]);
  });

  it("has a worker that is of no language: asking for it chooses none", async () => {
    const { cookies } = await arrive({ path: "/sw.js", strategy: "no_prefix" });
    expect(cookies).toEqual([]);
  });
});
