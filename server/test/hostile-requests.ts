import { chanceOf } from "./chance.ts";

export type HostileRequest = { path: string; method: string; headers: Record<string, string>; body?: string };

const paths = [
  ...["/", "/brands", "/best-sales", "/product_search", "/category/a", "/manufacturer/a", "/brand-series/1", "/tags/a"],
  ...["/blog", "/blog/tag/a", "/blog/a", "/news", "/news/a", "/info/delivery", "/maketest/1", "/maketest/1/result/a"],
  ...["/p/a", "/some-product", "/ingredients/a", "/podarocnyi-sertifikat.html", "/certificates/balance"],
  ...["/certificates/a", "/cart", "/cart/lines", "/cart/lines?merge=1", "/currency", "/wishlist", "/wishlist/1"],
  ...["/profile", "/profile/alerts/1", "/profile/addresses/1", "/profile/orders/1", "/profile/photos", "/logout"],
  ...[
    "/user/payment/a",
    "/jpcart/payment/a",
    "/jpcart/payment/a/status",
    "/jpcart/payment_new/a",
    "/reviews/1/helpful",
  ],
  ...["/login", "/register", "/forgot-password", "/change-password", "/confirm-email", "/user/newsletter"],
  ...["/user/unsubscribe", "/user/consents/analytics", "/notifications", "/notifications/stream", "/language/en-US"],
  ...["/language/xx", "/no/such/page", "/robots.txt", "/sw.js", "/assets/none.js", "/media/none.avif"],
];
const prefixes = ["", "", "", "/en-US", "/en-us", "/EN-US", "/en", "/", "//", "/./", "/x/..//"];
const oddities = [
  ...["%00", "%ED%A0%80", "%E2%80%A8", "%C0%AF", "%2F", "%5C", "%2e%2e", "%", "%zz", "%25", "//", "/../", ";a=b"],
  ...["\u043A\u043E", "\u202E", "'", '"><script>alert(1)</script>', "{{7*7}}", "__proto__", "constructor"],
  ...["a".repeat(3000), "-1", "9".repeat(40), "1e309", "NaN"],
];
const queries = [
  ...["", "", "?q=%00", "?q=%ED%A0%80", "?page=-1", "?page=9999999999999999999", "?page=%00", "?sort=__proto__"],
  ...["?to=//elsewhere.test", "?to=%2F%D0%BA%D0%BE", "?to=%5C%5Celsewhere.test", "?auth=1&from=//elsewhere.test"],
  ...["?token=%00", `?token=${"a".repeat(3000)}`, "?option=%00&option=2", "?_routes=a,b,root", "?index", "?%00=%00"],
];
/** Content types, and bodies that do not fit them. */
const bodies: readonly (readonly [type: string | undefined, body: string | undefined])[] = [
  [undefined, undefined],
  ["text/plain", "text"],
  ["application/json", "{"],
  ["application/json", "null"],
  ["application/json", '{"lines":1,"promo":{},"presents":"x"}'],
  ["application/json", '[{"product_id":"x"}]'],
  ["application/x-www-form-urlencoded", ""],
  ["application/x-www-form-urlencoded", "from=%2F%D0%BA%D0%BE&email=%00&password=%00&token=%00&intent=confirm"],
  ["application/x-www-form-urlencoded", "intent=again&order_id=%2F..%2F&qty=NaN&product_id=1e309&id=%00&read=1e309"],
  ["application/x-www-form-urlencoded; charset=utf-16", "%FF%FE"],
  ["multipart/form-data", "--a\r\n"],
  ["multipart/form-data; boundary=a", '--a\r\nContent-Disposition: form-data; name="email"\r\n\r\nx'],
  [
    "multipart/form-data; boundary=a",
    '--a\r\nContent-Disposition: form-data; name="q"; filename="f"\r\n\r\nx\r\n--a--',
  ],
  ["image/png", "\u0000"],
];
const cookies = [
  "",
  "token=a b",
  "i18n_redirected=en-US",
  "i18n_redirected=%00",
  "currency=%E0%A4%A",
  `a=${";".repeat(50)}`,
];
const accepted = ["text/html", "*/*", "application/json", ""];

/** Requests that a browser would hardly send, the same ones for the same seed. */
export function hostileRequests(seed: number, count: number): HostileRequest[] {
  const chance = chanceOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  return Array.from({ length: count }, () => {
    const method = pick(["GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS"]);
    const [plain = "", query = ""] = pick(paths).split(/(?=\?)/);
    const odd = chance() < 0.6 ? withOddity(plain, pick(oddities), chance()) : plain;
    const path = `${pick(prefixes)}${odd}${chance() < 0.3 ? ".data" : ""}${query || pick(queries)}`;
    const [type, body] = method === "POST" || method === "PUT" ? pick(bodies) : [];
    const headers: Record<string, string> = { accept: pick(accepted), cookie: pick(cookies) };
    if (type !== undefined) headers["content-type"] = type;
    return { path: path.startsWith("/") ? path : `/${path}`, method, headers, ...(body === undefined ? {} : { body }) };
  });
}

/** Puts the oddity into the place of the last part of a path, or behind it. */
function withOddity(path: string, oddity: string, where: number): string {
  return where < 0.5 ? path.replace(/[^/]*$/, oddity) : where < 0.8 ? path + oddity : `${path}/${oddity}`;
}
