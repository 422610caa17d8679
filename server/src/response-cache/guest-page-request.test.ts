import { expect, it } from "vitest";
import { describeGuestPageRequest } from "./guest-page-request.ts";

const prefixed = { localeStrategy: "prefix_except_default", secureCookies: false } as const;
const unprefixed = { localeStrategy: "no_prefix", secureCookies: false } as const;

function describe(target: string, headers: Record<string, string> = {}, { method = "GET", options = {} } = {}) {
  const request = { method, target, headers: new Headers(headers) };
  return describeGuestPageRequest(request, { ...prefixed, ...options });
}

const getKey = (target: string, headers?: Record<string, string>, options = {}) =>
  describe(target, headers, { options })?.key;

it("identifies a page by its URL, locale, currency and destination", () => {
  const russian = { "accept-language": "ru-RU,ru;q=0.9" };
  expect(getKey("/", russian)).toBe("/ ru-RU  RU");
  expect(getKey("/en-US/brands", { "accept-language": "en-GB" })).toBe("/en-US/brands en-US  GB");
  expect(getKey("/hada-lotion?option=3", { cookie: "currency=kzt" })).toBe("/hada-lotion?option=3 ru-RU KZT KZ");
  expect(getKey("/category/face", { cookie: "destination=DE%3AM%C3%BCnchen; currency=EUR" })).toBe(
    "/category/face ru-RU EUR DE:München",
  );
  expect(getKey("/brands.data?_routes=root", russian)).toBe("/brands.data?_routes=root ru-RU  RU");
});

it("gives visitors with the same preferences the same page, however they arrived", () => {
  const key = getKey("/hada-lotion", { cookie: "i18n_redirected=ru-RU" });
  expect(getKey("/hada-lotion?utm_source=vk&yclid=123", { "user-agent": "Googlebot/2.1" })).toBe(key);
  expect(getKey("/hada-lotion", { cookie: "compared=1,2; _ym_uid=77", referer: "https://ya.ru" })).toBe(key);
});

it.each<[string, Record<string, string>, boolean]>([
  ["/hada-lotion", { "accept-language": "ru-RU,ru;q=0.9" }, true],
  ["/hada-lotion", { "accept-language": "en-GB,en;q=0.9" }, true],
  ["/hada-lotion", { cookie: "_ym_uid=77; i18n_redirected=en-US" }, true],
  ["/hada-lotion", { "accept-language": "ru-KZ,ru;q=0.9" }, false],
  ["/hada-lotion", { cookie: "currency=RUB" }, false],
  ["/hada-lotion", { cookie: "destination=KZ" }, false],
  ["/en-US/brands", { "accept-language": "en-US" }, true],
  ["/en-US/brands", { "accept-language": "en-GB" }, false],
  // A visitor who has no language yet gets a cookie with it.
  ["/", { "accept-language": "ru-RU" }, false],
  ["/", { cookie: "i18n_redirected=ru-RU" }, true],
])("knows whether everybody who has chosen nothing gets the same: %s %o", (target, headers, isDefault) => {
  expect(describe(target, headers)?.isDefault).toBe(isDefault);
  expect(describe(target, headers, { options: unprefixed })?.isDefault ?? false).toBe(false);
});

it("keeps everything behind the first question mark", () => {
  expect(describe("/hada-lotion?a=1?b=2&utm_medium=x")?.target).toBe("/hada-lotion?a=1?b=2");
});

it("renders the page with the preferences alone", () => {
  const headers = {
    "accept-language": "ru-RU",
    "user-agent": "Mozilla/5.0",
    "x-forwarded-for": "203.0.113.7",
    cookie: "_ym_uid=77; currency=KZT; compared=1; destination=KZ%3A%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B",
  };
  const request = describe("/hada-lotion", headers);
  expect(request?.getHeaders()).toEqual({
    "accept-language": "ru-RU",
    cookie: "i18n_redirected=ru-RU; currency=KZT; destination=KZ%3A%D0%90%D0%BB%D0%BC%D0%B0%D1%82%D1%8B",
  });
  // The request of the page has the same key, so that the page is the one that was asked for.
  expect(getKey("/hada-lotion", request?.getHeaders())).toBe(request?.key);
});

it("gives visitors of the home page the locale that they accept", () => {
  expect(describe("/", { "accept-language": "ru" })?.setCookies).toEqual([
    expect.stringMatching(/^i18n_redirected=ru-RU;/),
  ]);
  expect(describe("/", { cookie: "i18n_redirected=ru-RU" })?.setCookies).toEqual([]);
  expect(describe("/hada-lotion", { "accept-language": "ru" })?.setCookies).toEqual([]);
  expect(describe("/", { "user-agent": "Googlebot/2.1" })?.setCookies).toEqual([]);
  // They are redirected to the English page.
  expect(describe("/", { "accept-language": "en-US" })).toBeNull();
  expect(describe("/", { cookie: "i18n_redirected=en-US" })).toBeNull();
  expect(getKey("/", { "accept-language": "en-US" }, unprefixed)).toBe("/ en-US  US");
});

it.each([
  ["a session", "/", { cookie: "token=abc" }],
  ["an invalid locale", "/hada-lotion", { cookie: "i18n_redirected=xx" }],
  ["an invalid currency", "/hada-lotion", { cookie: "currency=rubles" }],
  ["a very long URL", `/hada-lotion?${"x".repeat(500)}`, {}],
])("leaves a request with %s alone", (_, target, headers) => {
  expect(describe(target, headers)).toBeNull();
});

it("leaves a session of an https store alone", () => {
  const options = { secureCookies: true };
  expect(describe("/", { cookie: "__Host-token=abc" }, { options })).toBeNull();
});

it.each(["POST", "PUT", "OPTIONS"])("leaves %s requests alone", (method) => {
  expect(describe("/", {}, { method })).toBeNull();
});

it.each([
  ...["/cart", "/cart/lines", "/login", "/profile/orders", "/profile", "/wishlist", "/compare", "/product_search?q=a"],
  ...["/jpcart/payment/1", "/user/payment/1", "/certificates/KEY", "/wishlist/shared/abc", "/destination", "/currency"],
  ...["/notifications/stream", "/logout", "/sw.js", "/manifest.webmanifest", "/v1/products", "/admin/orders", "/admin"],
  ...["/category/..\\cart", "/category\\..\\cart", "/category/..", "/category/%2E%2e", "/category/.?page=2"],
  ...["/maketest/1", "/language/en-US", "/prices-drop", "/register", "/en-US/cart", "/p/3", "*", ""],
])("leaves %s alone", (target) => {
  expect(describe(target)).toBeNull();
});
