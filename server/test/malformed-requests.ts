import { createSeededRandom } from "./seeded-random.ts";

export type MalformedRequest = { path: string; method: string; headers: Record<string, string>; body?: string };

const paths = [
  ...["/", "/brands", "/best-sales", "/product_search", "/category/a", "/manufacturer/a", "/brand-series/1", "/tags/a"],
  ...["/blog", "/blog/tag/a", "/blog/a", "/news", "/news/a", "/info/delivery", "/maketest/1", "/maketest/1/result/a"],
  ...["/p/a", "/some-product", "/ingredients/a", "/podarocnyi-sertifikat.html", "/certificates/balance"],
  ...["/certificates/a", "/cart", "/cart/lines", "/cart/lines?merge=1", "/currency", "/wishlist", "/wishlist/1"],
  ...[
    "/profile",
    "/profile/alerts/1",
    "/profile/addresses/1",
    "/profile/orders/1",
    "/profile/photos",
    "/profile/return-photos",
    "/logout",
  ],
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
const malformedSegments = [
  ...["%00", "%ED%A0%80", "%E2%80%A8", "%C0%AF", "%2F", "%5C", "%2e%2e", "%", "%zz", "%25", "//", "/../", ";a=b"],
  ...["\u043A\u043E", "\u202E", "'", '"><script>alert(1)</script>', "{{7*7}}", "__proto__", "constructor"],
  ...["a".repeat(3000), "-1", "9".repeat(40), "1e309", "NaN"],
];
const queries = [
  ...["", "", "?q=%00", "?q=%ED%A0%80", "?page=-1", "?page=9999999999999999999", "?page=%00", "?sort=__proto__"],
  ...["?to=//elsewhere.test", "?to=%2F%D0%BA%D0%BE", "?to=%5C%5Celsewhere.test", "?auth=1&from=//elsewhere.test"],
  ...["?token=%00", `?token=${"a".repeat(3000)}`, "?option=%00&option=2", "?_routes=a,b,root", "?index", "?%00=%00"],
];
/** Content types, with bodies that do not match them. */
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
const acceptHeaders = ["text/html", "*/*", "application/json", ""];

/** Generates requests that a browser would hardly send, deterministic for the seed. */
export function generateMalformedRequests(seed: number, count: number): MalformedRequest[] {
  const random = createSeededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  return Array.from({ length: count }, () => {
    const method = pick(["GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS"]);
    const [plain = "", query = ""] = pick(paths).split(/(?=\?)/);
    const malformedPath = random() < 0.6 ? insertSegment(plain, pick(malformedSegments), random()) : plain;
    const path = `${pick(prefixes)}${malformedPath}${random() < 0.3 ? ".data" : ""}${query || pick(queries)}`;
    const [type, body] = method === "POST" || method === "PUT" ? pick(bodies) : [];
    const headers: Record<string, string> = { accept: pick(acceptHeaders), cookie: pick(cookies) };
    if (type !== undefined) headers["content-type"] = type;
    return { path: path.startsWith("/") ? path : `/${path}`, method, headers, ...(body === undefined ? {} : { body }) };
  });
}

/** Replaces the last segment of a path with a malformed one, or appends it. */
function insertSegment(path: string, segment: string, position: number): string {
  return position < 0.5 ? path.replace(/[^/]*$/, segment) : position < 0.8 ? path + segment : `${path}/${segment}`;
}
