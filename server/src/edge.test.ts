import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { buildEdge, type Parts } from "./edge.ts";
import type { Storefront } from "./storefront.ts";
import { openTraffic } from "./traffic.ts";

const page = `<html>${"порядок ".repeat(400)}</html>`;
const logged: string[] = [];
beforeEach(() => void (logged.length = 0));
afterEach(() => void vi.useRealTimers());

const bytes = (text: string) => new TextEncoder().encode(text);
const storefront: Storefront = {
  answer: async (request, nonce) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/broken") throw new Error("secret detail");
    if (pathname === "/growing") return new Response(growing(), { headers: { "content-type": "text/html" } });
    if (pathname === "/counted" || pathname.includes("/payment/"))
      return new Response(page, { headers: { "content-type": "text/html", "x-page-services": "metrica" } });
    if (pathname === "/upload") await request.text();
    return new Response(pathname === "/nonce" ? nonce : page, { headers: { "content-type": "text/html" } });
  },
  errorPage: async (request, nonce, status) =>
    new Response(`${status} ${new URL(request.url).pathname} ${nonce}`, {
      status,
      headers: { "content-type": "text/html" },
    }),
  assets: new Map([
    [
      "/assets/app-1.js",
      {
        type: "text/javascript",
        etag: '"one"',
        cacheControl: "public, max-age=31536000, immutable",
        bodies: { identity: bytes("plain"), br: bytes("packed by brotli"), gzip: bytes("packed by gzip") },
      },
    ],
    // A drawing can be opened by itself, as a document.
    [
      "/assets/cloth-1.svg",
      {
        type: "image/svg+xml",
        etag: '"two"',
        cacheControl: "public",
        bodies: { identity: bytes("<svg/>"), br: null, gzip: null },
      },
    ],
  ]),
  build: { id: "abc", madeAt: new Date(1000) },
};

function edgeWith(more: Partial<Parts> = {}, env: Record<string, string> = {}) {
  const api = new Hono().all("/v1/echo", async (c) => c.json({ ip: c.req.header("x-client-ip") ?? null }));
  return buildEdge({
    config: readConfig({ PUBLIC_URL: "http://shop.test", ...env }),
    log: { info: () => undefined, error: (message) => void logged.push(message) },
    traffic: openTraffic(),
    isReady: async () => true,
    api,
    storefront,
    // The load of the machine that runs the tests is none of their concern.
    loopDelay: () => 0,
    ...more,
  });
}

const edge = edgeWith();
const ask = (path: string, init: RequestInit = {}) => edge.request(`http://shop.test${path}`, init);

it("gives a page a policy with a nonce of its own, which the page knows", async () => {
  const first = await ask("/nonce");
  const nonce = await first.text();
  expect(first.headers.get("content-security-policy")).toContain(`script-src 'self' 'nonce-${nonce}'`);
  expect(first.headers.get("content-security-policy")).not.toContain("unsafe");
  expect(await (await ask("/nonce")).text()).not.toBe(nonce);
});

it("measures its load with the gauge that it is given", async () => {
  vi.useFakeTimers();
  const overloaded = edgeWith({ loopDelay: () => 1500 });
  const calm = edgeWith();
  vi.advanceTimersByTime(1000);
  const statuses = await Promise.all([overloaded, calm].map(async (one) => one.request("http://shop.test/nonce")));
  expect(statuses.map(({ status }) => status)).toEqual([503, 200]);
});

it("spares scripts of the build what only documents obey, and nothing else", async () => {
  const rules = ["content-security-policy", "x-frame-options", "permissions-policy", "cross-origin-opener-policy"];
  const carried = ({ headers }: Response) => rules.filter((name) => headers.has(name));
  const script = await ask("/assets/app-1.js");
  expect([carried(script), script.headers.get("x-content-type-options")]).toEqual([[], "nosniff"]);
  for (const path of ["/", "/assets/cloth-1.svg", "/assets/missing.js", "/v1/echo"])
    expect([path, carried(await ask(path))]).toEqual([path, rules]);
});

it("opens the policy for what the storefront names, and keeps the naming to itself", async () => {
  const { headers } = await ask("/counted");
  expect(headers.get("content-security-policy")).toContain("https://mc.yandex.ru");
  expect(headers.get("x-page-services")).toBeNull();
  expect((await ask("/nonce")).headers.get("content-security-policy")).not.toContain("yandex");
});

it.each([
  "/user/payment/p1",
  "/en-US/user/payment/p1",
  "/jpcart/payment/p1",
  "/en-US/jpcart/payment_new/p1",
  "/user/payment",
])("lets %s, where a card is typed, load nothing but the shop's own and ask nobody but the gateway", async (path) => {
  const apart = edgeWith({}, { SANDBOX_GATEWAY_URL: "https://gateway.test" });
  const { headers } = await apart.request(`http://shop.test${path}`);
  const policy = headers.get("content-security-policy") ?? "";
  const directives = Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.map((source) => source.replace(/nonce-[^']+/, "nonce"))];
    }),
  );
  expect(directives).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'", "'nonce'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "connect-src": ["'self'", "https://gateway.test"],
    "form-action": ["'self'", "https://gateway.test"],
    "frame-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
  });
});

it("gives a page that is only called like a payment the policy of every other", async () => {
  for (const path of ["/jpcarton", "/info/payment", "/user/payments"])
    expect((await ask(path)).headers.get("content-security-policy")).toContain("default-src 'self'");
});

it("closes everything else that a browser could do with an answer", async () => {
  for (const path of ["/", "/v1/echo", "/assets/cloth-1.svg", "/healthz", "/nowhere.txt"]) {
    const { headers } = await ask(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("strict-transport-security")).toBeNull();
  }
  const secure = await edgeWith({}, { PUBLIC_URL: "https://shop.test" }).request("https://shop.test/");
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
  const wide = { STRICT_TRANSPORT_SECURITY: "max-age=63072000; includeSubDomains" };
  const domain = await edgeWith({}, { PUBLIC_URL: "https://shop.test", ...wide }).request("https://shop.test/");
  expect(domain.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
});

it("breaks the loop of a storefront whose API_BASE_URL leads back to a storefront", async () => {
  const env = { ROLE: "web", API_BASE_URL: "http://www.shop.test" };
  const looping = { headers: { "x-storefront-signature": "of any storefront" } };
  const apart = edgeWith({}, env);
  expect((await apart.request("http://shop.test/v1/echo", looping)).status).toBe(508);
  expect((await apart.request("http://shop.test/v1/echo")).status).toBe(200);
  expect((await ask("/v1/echo", looping)).status).toBe(200);
  expect(logged).toEqual([expect.stringContaining("API_BASE_URL")]);
});

it("lets the page speak to a gateway that runs apart", async () => {
  const apart = edgeWith({}, { SANDBOX_GATEWAY_URL: "https://gateway.test" });
  const policy = (await apart.request("http://shop.test/")).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self' https://gateway.test");
});

it.each([
  ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
])("packs a page for %s", async (accepted, encoding, unpack) => {
  const response = await ask("/", { headers: { "accept-encoding": accepted } });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toContain("Accept-Encoding");
  const packed = Buffer.from(await response.arrayBuffer());
  expect(packed.length).toBeLessThan(200);
  expect(unpack(packed).toString()).toBe(page);
});

it("sends a page as it is to who takes nothing else, and a short answer to everybody", async () => {
  const plain = await ask("/");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(page);
  const short = await ask("/v1/echo", { headers: { "accept-encoding": "br" } });
  expect(short.headers.get("content-encoding")).toBeNull();
});

it("packs a growing page part by part", async () => {
  const response = await ask("/growing", { headers: { "accept-encoding": "gzip" } });
  const reader = response.body!.getReader();
  const parts: Uint8Array[] = [];
  const first = await reader.read();
  expect(grown).toBe(1);
  grow();
  parts.push(first.value!);
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe("<p>first</p><p>last</p>");
});

it("sends hashed assets as small as they go, for good", async () => {
  const packed = await ask("/assets/app-1.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await packed.text()).toBe("packed by brotli");
  expect(await (await ask("/assets/app-1.js")).text()).toBe("plain");
  expect((await ask("/assets/app-1.js", { headers: { "if-none-match": '"one"' } })).status).toBe(304);
  expect((await ask("/assets/app-0.js")).status).toBe(404);
});

it("answers HEAD like GET without a body, and 405 to what nobody answers", async () => {
  for (const path of ["/", "/v1/echo", "/assets/app-1.js", "/healthz", "/builds/latest.json"]) {
    const head = await ask(path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
  }
  expect((await ask("/", { method: "PUT" })).status).toBe(405);
  expect((await ask("/", { method: "PROPFIND" })).headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await ask("/", { method: "OPTIONS" })).status).toBe(204);
});

it("takes a form from this site, from its old browsers and from programs, and from no other site", async () => {
  const post = async (headers: Record<string, string>) =>
    (await ask("/", { method: "POST", headers: { host: "127.0.0.1:3000", ...headers } })).status;
  expect(await post({ "sec-fetch-site": "same-origin", origin: "http://shop.test" })).toBe(200);
  expect(await post({ origin: "http://shop.test" })).toBe(200);
  expect(await post({ origin: "http://127.0.0.1:3000" })).toBe(200);
  expect(await post({})).toBe(200);
  const proxied = { method: "POST", headers: { host: "10.0.0.5", origin: "https://www.shop.test" } };
  expect((await edge.request("https://www.shop.test/", proxied)).status).toBe(200);
  expect(await post({ "sec-fetch-site": "cross-site", origin: "http://shop.test" })).toBe(403);
  expect(await post({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await post({ origin: "https://evil.test" })).toBe(403);
  expect(await post({ origin: "null" })).toBe(403);
});

it("refuses a form of more than a megabyte", async () => {
  const body = "a".repeat(1024 * 1024 + 1);
  expect((await ask("/upload", { method: "POST", body })).status).toBe(413);
});

it("tells nothing of what broke, but the log everything", async () => {
  const response = await ask("/broken");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret");
  expect(logged).toEqual(["request failed"]);
});

it("says whether it is ready, and which build answers", async () => {
  expect((await ask("/readyz")).status).toBe(200);
  const lost = edgeWith({ isReady: () => Promise.reject(new Error("no database")) });
  const notReady = await lost.request("http://shop.test/readyz");
  expect([notReady.status, notReady.headers.get("retry-after")]).toEqual([503, "5"]);
  vi.useFakeTimers();
  const silent = edgeWith({ isReady: () => new Promise(() => undefined) }).request("http://shop.test/readyz");
  await vi.advanceTimersByTimeAsync(2000);
  expect((await silent).status).toBe(503);
  vi.useRealTimers();
  for (const path of ["/builds/latest.json", "/v1/builds/latest.json", "/builds/meta/abc.json"])
    expect(await (await ask(path)).json()).toMatchObject({ id: "abc", timestamp: 1000, data: { id: "abc" } });
});

it("names settings whose value is refused, and is ready all the same", async () => {
  const invalidSettings = async () => [{ key: "delivery.flat_minor", problem: "expected number" }];
  const answer = await edgeWith({ invalidSettings }).request("http://shop.test/readyz");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: "ready", invalid_settings: ["delivery.flat_minor"] });
});

let grow = () => undefined as void;
let grown = 0;
function growing(): ReadableStream<Uint8Array> {
  grown = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes("<p>first</p>"));
      grown = 1;
      grow = () => {
        controller.enqueue(bytes("<p>last</p>"));
        controller.close();
        grown = 2;
      };
    },
  });
}
