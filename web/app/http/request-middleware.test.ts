import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { requestContextKey, type RequestContext } from "../api-client/request-context.ts";
import { handleStorefrontRequest } from "./request-middleware.ts";
import { allowOfflineCache, visitorIdContext } from "../offline/cache-policy.ts";
import { serverContext, type StorefrontServer } from "../api-client/server-context.ts";

type TestRequest = {
  path: string;
  /** The pattern of the matched route; by default that of any page. */
  pattern?: string;
  headers?: Record<string, string>;
  strategy?: StorefrontServer["localeStrategy"];
  method?: string;
  api?: StorefrontServer["api"];
  /** The rest of the request: what the page itself does. */
  page?: (requestContext: RequestContext, context: RouterContextProvider) => Promise<Response>;
};

const rejectCall = () => Promise.reject(new Error("no call is made"));

async function sendRequest({
  path,
  pattern = "*",
  headers = {},
  strategy = "prefix_except_default",
  method = "GET",
  api = rejectCall,
  page = () => Promise.resolve(new Response("page")),
}: TestRequest) {
  const context = new RouterContextProvider();
  context.set(serverContext, {
    api,
    stream: () => Promise.reject(new Error("no page of these tests streams")),
    nonce: "",
    isShared: false,
    publicUrl: "http://shop.test",
    buildId: "1",
    localeStrategy: strategy,
    secureCookies: true,
    setRoute: () => undefined,
    startRendering: () => ({ end: () => undefined }),
    logError: () => undefined,
  });
  const next = vi.fn<() => Promise<Response>>(() => page(context.get(requestContextKey), context));
  const request = new Request(`http://shop.test${path}`, {
    method,
    headers: { "user-agent": "Mozilla/5.0 Chrome/130", ...headers },
  });
  const response = (await handleStorefrontRequest(
    { request, url: new URL(request.url), pattern, context, params: {} },
    next,
  )) as Response;
  const requestContext = next.mock.calls.length > 0 ? context.get(requestContextKey) : null;
  return {
    status: response.status,
    to: response.headers.get("location"),
    cookies: response.headers.getSetCookie(),
    headers: response.headers,
    requestContext,
  };
}

describe("a URL that moved permanently", () => {
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
  ])("%s redirects permanently to %s", async (path, to) => {
    expect(await sendRequest({ path })).toMatchObject({ status: 301, to });
  });

  it("does not affect similar URLs", async () => {
    for (const path of ["/category/dlya-ptic-2", "/dlya-ptic-2", "/english", "/category/vigo_and_energy", "/en-US"]) {
      expect((await sendRequest({ path })).status).toBe(200);
    }
  });
});

describe("a URL without a page", () => {
  const redirectTable: StorefrontServer["api"] = async (path) =>
    path === "/v1/redirects?path=%2Fold-cream"
      ? { status: 200, body: { data: { to: "/new-cream" } }, retryAfter: null }
      : { status: 404, body: { code: "redirect_not_found" }, retryAfter: null };
  const page = async () => new Response("none", { status: 404 });

  it("is looked up in the redirect table, keeping locale and query", async () => {
    const options = { api: redirectTable, page };
    expect(await sendRequest({ path: "/old-cream?option=3", ...options })).toMatchObject({
      status: 301,
      to: "/new-cream?option=3",
    });
    expect(await sendRequest({ path: "/en-US/old-cream", ...options })).toMatchObject({
      status: 301,
      to: "/en-US/new-cream",
    });
    expect(await sendRequest({ path: "/other-cream", ...options })).toMatchObject({ status: 404, to: null });
    expect(await sendRequest({ path: "/old-cream", method: "POST", ...options })).toMatchObject({
      status: 404,
      to: null,
    });
  });

  it("stays not found while the redirect table is unavailable", async () => {
    const api: StorefrontServer["api"] = async () => ({ status: 503, body: { code: "not_ready" }, retryAfter: 5 });
    expect((await sendRequest({ path: "/old-cream", api, page })).status).toBe(404);
  });
});

describe("a URL that is not canonical", () => {
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
  ])("%s redirects permanently to the canonical one", async (path, pattern, to) => {
    expect(await sendRequest({ path, pattern })).toMatchObject({ status: 301, to, cookies: [] });
  });

  it("is not redirected if the request is a POST", async () => {
    const { status, requestContext } = await sendRequest({
      path: "/EN-us/Login",
      pattern: "en-US/login",
      method: "POST",
    });
    expect([status, requestContext?.locale, requestContext?.path]).toEqual([200, "en-US", "/login"]);
  });
});

describe("the locale of the home page", () => {
  const english = { cookie: "i18n_redirected=en-US", "accept-language": "ru" };

  it("is determined by Accept-Language at the first visit", async () => {
    const headers = { "accept-language": "en-GB" };
    const first = await sendRequest({ path: "/?utm=1", headers });
    expect(first).toMatchObject({ status: 302, to: "/en-US?utm=1" });
    expect(first.headers.get("vary")).toBe("Accept-Language, Cookie");
    expect(first.cookies).toEqual([
      expect.stringMatching(/^i18n_redirected=en-US; Path=\/; SameSite=Lax; Max-Age=31536000; Secure$/),
    ]);
    const russianVisitor = await sendRequest({ path: "/", headers: { "accept-language": "ru" } });
    expect(russianVisitor).toMatchObject({ status: 200, cookies: [expect.stringMatching(/^i18n_redirected=ru-RU;/)] });
  });

  it("is determined by the cookie after that", async () => {
    expect(await sendRequest({ path: "/?utm=1", headers: english })).toMatchObject({
      status: 302,
      to: "/en-US?utm=1",
      cookies: [],
    });
    const russianCookie = { cookie: "i18n_redirected=ru-RU", "accept-language": "en" };
    expect(await sendRequest({ path: "/", headers: russianCookie })).toMatchObject({ status: 200, cookies: [] });
  });

  it("does not change when navigating to the home page within the store", async () => {
    const headers = { ...english, "sec-fetch-site": "same-origin" };
    expect(await sendRequest({ path: "/", headers })).toMatchObject({ status: 200, cookies: [] });
  });

  it("does not redirect crawlers and sets no cookie for them", async () => {
    const crawler = await sendRequest({
      path: "/",
      headers: { "accept-language": "en", "user-agent": "Googlebot/2.1" },
    });
    expect(crawler).toMatchObject({ status: 200, cookies: [] });
  });
});

it("a URL of a locale shows that locale and does not change the cookie", async () => {
  for (const headers of [{}, { cookie: "i18n_redirected=ru-RU" }]) {
    const { requestContext, cookies } = await sendRequest({ path: "/en-US/cart", headers });
    expect([requestContext?.locale, cookies]).toEqual(["en-US", []]);
  }
  const { requestContext, cookies } = await sendRequest({
    path: "/cart",
    headers: { cookie: "i18n_redirected=en-US" },
  });
  expect([requestContext?.locale, cookies]).toEqual(["ru-RU", []]);
});

describe("without locale prefixes", () => {
  const strategy = "no_prefix";
  const englishCookie = { cookie: "i18n_redirected=en-US" };

  it("the cookie determines the locale, else Accept-Language, which is stored in the cookie", async () => {
    const chosen = await sendRequest({ path: "/cart", strategy, headers: englishCookie });
    expect([chosen.requestContext?.locale, chosen.cookies]).toEqual(["en-US", []]);
    const first = await sendRequest({ path: "/cart", strategy, headers: { "accept-language": "en" } });
    expect([first.requestContext?.locale, first.cookies]).toEqual([
      "en-US",
      [expect.stringMatching(/^i18n_redirected=en-US/)],
    ]);
    expect((await sendRequest({ path: "/cart", strategy })).requestContext?.locale).toBe("ru-RU");
    expect((await sendRequest({ path: "/cart/lines", strategy, method: "POST" })).cookies).toEqual([]);
  });

  it("a URL with a prefix sets the cookie, but does not overwrite an existing one", async () => {
    const first = await sendRequest({ path: "/en-us/cart?x=1", strategy });
    expect(first).toMatchObject({ status: 302, to: "/cart?x=1" });
    expect(first.cookies).toEqual([expect.stringMatching(/^i18n_redirected=en-US/)]);
    const headers = { cookie: "i18n_redirected=ru-RU" };
    expect(await sendRequest({ path: "/en-US/cart", strategy, headers })).toMatchObject({ status: 302, cookies: [] });
  });

  it.each(["/en-US//elsewhere.test", "/en//elsewhere.test/x", "/en-US/.//elsewhere.test", "//elsewhere.test//x/"])(
    "%s does not redirect to another site",
    async (path) => {
      const { to } = await sendRequest({ path, strategy });
      expect(to).toMatch(/^\/elsewhere\.test/);
    },
  );
});

it("reads path, currency and session token into the request context", async () => {
  const token = "t".repeat(43);
  const { requestContext } = await sendRequest({
    path: "/en-US/cart?x=1",
    headers: { cookie: `currency=usd; destination=RU; __Host-token=${token}` },
  });
  expect(requestContext).toMatchObject({ locale: "en-US", path: "/cart?x=1", currency: "USD", token });
  const malformed = await sendRequest({ path: "/", headers: { cookie: "currency=%E0%A4%A; __Host-token=a b" } });
  expect(malformed.requestContext).toMatchObject({ currency: null, token: null });
  // Another site of the domain can set a cookie without the `__Host-` prefix.
  const planted = await sendRequest({ path: "/", headers: { cookie: `token=${token}` } });
  expect(planted.requestContext).toMatchObject({ token: null });
});

describe("invalid cookies", () => {
  const expiredCookie = (name: string) => expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`));
  const localeCookie = "i18n_redirected=ru-RU";

  it.each([
    ["an invalid token", "__Host-token=a b", "__Host-token"],
    ["a token that cannot be decoded", "__Host-token=%E0%A4%A", "__Host-token"],
    ["an invalid currency", "currency=roubles", "currency"],
    ["a currency that cannot be decoded", "currency=%E0%A4%A", "currency"],
  ])("%s is removed, and the page is shown", async (_what, cookie, name) => {
    const { status, cookies } = await sendRequest({ path: "/cart", headers: { cookie: `${localeCookie}; ${cookie}` } });
    expect(status).toBe(200);
    expect(cookies).toEqual([expiredCookie(name)]);
  });

  it("valid cookies and those the page has just set are kept", async () => {
    const token = `__Host-token=${"t".repeat(43)}`;
    expect(
      (await sendRequest({ path: "/", headers: { cookie: `${localeCookie}; ${token}; currency=USD; destination=RU` } }))
        .cookies,
    ).toEqual([]);
    const page = async () => new Response("", { headers: { "set-cookie": `${token}; Path=/` } });
    const { cookies } = await sendRequest({
      path: "/login",
      method: "POST",
      headers: { cookie: `${localeCookie}; __Host-token=x` },
      page,
    });
    expect(cookies).toEqual([`${token}; Path=/`]);
  });

  it.each(["en", "fr-FR", "%E0%A4%A", "ru-RU%00", "__proto__"])(
    "an unknown locale in the cookie (%s) is ignored and removed",
    async (value) => {
      const headers = { cookie: `i18n_redirected=${value}`, "accept-language": "en" };
      const home = await sendRequest({ path: "/", headers });
      expect(home).toMatchObject({ status: 302, to: "/en-US" });
      expect(home.cookies[0]).toMatch(/^i18n_redirected=en-US;/);
      const page = await sendRequest({ path: "/cart", headers });
      expect(page).toMatchObject({
        status: 200,
        requestContext: { locale: "ru-RU" },
        cookies: [expiredCookie("i18n_redirected")],
      });
    },
  );

  it("a currency that no longer exists: the page uses the default currency, and the cookie is removed", async () => {
    const sentCurrencies: (string | undefined)[] = [];
    const api: StorefrontServer["api"] = async (_path, init) => {
      sentCurrencies.push(init?.headers?.["currency"]);
      return init?.headers?.["currency"] === "XYZ"
        ? { status: 400, body: { code: "unknown_currency", message: "no" }, retryAfter: null }
        : { status: 200, body: { data: "prices" }, retryAfter: null };
    };
    const page = async (requestContext: RequestContext) =>
      new Response(await requestContext.load<string>("/v1/products"));
    const { status, cookies } = await sendRequest({
      path: "/",
      headers: { cookie: `${localeCookie}; currency=xyz` },
      api,
      page,
    });
    expect(status).toBe(200);
    expect(sentCurrencies).toEqual(["XYZ", undefined]);
    expect(cookies).toEqual([expiredCookie("currency")]);
  });

  it("any other error response is not retried", async () => {
    const api = vi.fn<StorefrontServer["api"]>(async () => ({
      status: 400,
      body: { code: "bad_request" },
      retryAfter: null,
    }));
    const page = async (requestContext: RequestContext) => {
      await expect(requestContext.call("/v1/products")).rejects.toMatchObject({ code: "bad_request" });
      return new Response("");
    };
    const { cookies } = await sendRequest({
      path: "/",
      headers: { cookie: `${localeCookie}; currency=USD` },
      api,
      page,
    });
    expect(api).toHaveBeenCalledTimes(1);
    expect(cookies).toEqual([]);
  });
});

describe("offline caching", () => {
  it.each([
    [200, ["7", "any-query"]],
    [500, ["7", null]],
  ])("may cache what a page allows, unless it is an error (%i)", async (status, expected) => {
    const { headers } = await sendRequest({
      path: "/cart",
      page: async (_visit, context) => {
        context.set(visitorIdContext, "7");
        allowOfflineCache({ context }, "any-query");
        return new Response("page", { status });
      },
    });
    expect([headers.get("x-visitor"), headers.get("x-offline-cache")]).toEqual(expected);
  });

  it("does not cache a page that does not allow it", async () => {
    const { headers } = await sendRequest({
      path: "/user/payment",
      page: async (_visit, context) => {
        context.set(visitorIdContext, "7");
        return new Response("page");
      },
    });
    expect([headers.get("x-visitor"), headers.get("x-offline-cache")]).toEqual(["7", null]);
  });

  it("uses a service worker without a locale: requesting it sets no locale cookie", async () => {
    const { cookies } = await sendRequest({ path: "/sw.js", strategy: "no_prefix" });
    expect(cookies).toEqual([]);
  });
});

describe("the destination", () => {
  const getCountry = async (request: TestRequest) => (await sendRequest(request)).requestContext?.deliveryCountry;
  const signedIn = { cookie: `__Host-token=${"a".repeat(43)}` };
  const summary =
    (country: string | null): StorefrontServer["api"] =>
    async () => ({
      ...{ status: 200, body: { data: { delivery_country: country } }, retryAfter: null },
    });

  it("is the chosen country, otherwise the accepted region of the page's language, otherwise guessed", async () => {
    expect(await getCountry({ path: "/en-US/brands", headers: { cookie: "destination=KZ" } })).toBe("KZ");
    const accepted = { "accept-language": "en-GB,en;q=0.9" };
    expect(await getCountry({ path: "/en-US/brands", headers: accepted })).toBe("GB");
    expect(await getCountry({ path: "/brands", headers: accepted })).toBe("RU");
    expect(await getCountry({ path: "/en-US/brands", headers: { cookie: "destination=<b>" } })).toBe("US");
    const crawler = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)", ...accepted };
    expect(await getCountry({ path: "/en-US/brands", headers: crawler })).toBe("US");
  });

  it("of a customer who has chosen none is that of their address, for the session", async () => {
    const request = { path: "/en-US/brands", headers: signedIn };
    const found = await sendRequest({ ...request, api: summary("DE") });
    expect(found.requestContext?.deliveryCountry).toBe("DE");
    expect(found.cookies).toEqual(["destination=DE; Path=/; SameSite=Lax; Secure"]);
    const unknown = await sendRequest({ ...request, api: summary(null) });
    expect([unknown.requestContext?.deliveryCountry, unknown.cookies]).toEqual(["US", []]);
    const refused = await sendRequest({
      ...request,
      api: async () => ({ status: 401, body: { code: "unauthenticated" }, retryAfter: null }),
    });
    expect(refused.requestContext?.deliveryCountry).toBe("US");
  });
});
