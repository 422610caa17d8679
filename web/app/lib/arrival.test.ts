import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { visitContext, type Visit } from "./api.ts";
import { receiveVisitor } from "./arrival.ts";
import { mayBeKept, visitorContext } from "./keeping.ts";
import { shopContext, type ShopServer } from "./shop-context.ts";

type Asked = {
  path: string;
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
    { request, url: new URL(request.url), context, params: {} } as never,
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

it("an address with a slash at its end goes to the one without, and never to another site", async () => {
  expect(await arrive({ path: "/cart/?x=1" })).toMatchObject({ status: 301, to: "/cart?x=1" });
  expect(await arrive({ path: "/en-US/" })).toMatchObject({ status: 301, to: "/en-US" });
  expect(await arrive({ path: "//elsewhere.test/" })).toMatchObject({ status: 200, to: null });
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
    "the language cookie of another site (%s) decides nothing and is replaced by our own",
    async (value) => {
      const headers = { cookie: `i18n_redirected=${value}`, "accept-language": "en" };
      expect(await arrive({ path: "/", headers })).toMatchObject({ status: 302, to: "/en-US" });
      const page = await arrive({ path: "/cart", headers });
      expect(page).toMatchObject({ status: 200, visit: { locale: "ru-RU" } });
      expect(page.cookies[0]).toMatch(/^i18n_redirected=ru-RU;/);
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

  it("has a worker that is of no language: asking for it changes nobody's", async () => {
    const { cookies } = await arrive({ path: "/sw.js", headers: { cookie: "i18n_redirected=en-US" } });
    expect(cookies).toEqual([]);
  });
});
