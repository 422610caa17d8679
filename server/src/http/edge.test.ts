import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { buildEdge, type EdgeOptions } from "./edge.ts";
import type { Storefront } from "../storefront/storefront.ts";
import { createLoadMonitor } from "./load-monitor.ts";

const page = `<html>${"порядок ".repeat(400)}</html>`;
const logged: string[] = [];
beforeEach(() => void (logged.length = 0));
afterEach(() => void vi.useRealTimers());

const toBytes = (text: string) => new TextEncoder().encode(text);
const storefront: Storefront = {
  handleRequest: async (request, nonce) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/broken") throw new Error("secret detail");
    if (pathname === "/growing") return new Response(createGrowingBody(), { headers: { "content-type": "text/html" } });
    if (pathname === "/with-analytics" || pathname.includes("/payment/"))
      return new Response(page, { headers: { "content-type": "text/html", "x-page-services": "metrica" } });
    if (pathname === "/upload") await request.text();
    return new Response(pathname === "/nonce" ? nonce : page, { headers: { "content-type": "text/html" } });
  },
  renderErrorPage: async (request, nonce, status) =>
    new Response(`${status} ${new URL(request.url).pathname} ${nonce}`, {
      status,
      headers: { "content-type": "text/html" },
    }),
  assets: new Map(
    Object.entries({
      "/assets/app-1.js": "plain",
      "/assets/app-1.js.br": "packed by brotli",
      "/assets/app-1.js.gz": "packed by gzip",
      // An SVG image can be opened as a document.
      "/assets/cloth-1.svg": "<svg/>",
    }).map(([path, text]) => [path, { content: toBytes(text), etag: '"one"' }]),
  ),
  build: { id: "abc", builtAt: new Date(1000) },
};

function createTestEdge(overrides: Partial<EdgeOptions> = {}, env: Record<string, string> = {}) {
  const api = new Hono().all("/v1/echo", async (c) => c.json({ ip: c.req.header("x-client-ip") ?? null }));
  return buildEdge({
    config: readConfig({ PUBLIC_URL: "http://shop.test", ...env }),
    log: { info: () => undefined, error: (message) => void logged.push(message) },
    loadMonitor: createLoadMonitor(),
    isReady: async () => true,
    api,
    storefront,
    // Independent of the load of the machine that runs the tests.
    getLoopDelayMs: () => 0,
    ...overrides,
  });
}

const edge = createTestEdge();
const sendRequest = (path: string, init: RequestInit = {}) => edge.request(`http://shop.test${path}`, init);

it("sets a Content-Security-Policy with a new nonce for each page", async () => {
  const first = await sendRequest("/nonce");
  const nonce = await first.text();
  expect(first.headers.get("content-security-policy")).toContain(`script-src 'self' 'nonce-${nonce}'`);
  expect(first.headers.get("content-security-policy")).not.toContain("unsafe");
  expect(await (await sendRequest("/nonce")).text()).not.toBe(nonce);
});

it("measures its load with the given function", async () => {
  vi.useFakeTimers();
  const overloadedEdge = createTestEdge({ getLoopDelayMs: () => 1500 });
  const normalEdge = createTestEdge();
  vi.advanceTimersByTime(1000);
  const statuses = await Promise.all(
    [overloadedEdge, normalEdge].map(async (one) => one.request("http://shop.test/nonce")),
  );
  expect(statuses.map(({ status }) => status)).toEqual([503, 200]);
});

it("omits document headers for scripts of the build only", async () => {
  const documentHeaders = [
    "content-security-policy",
    "x-frame-options",
    "permissions-policy",
    "cross-origin-opener-policy",
  ];
  const listDocumentHeaders = ({ headers }: Response) => documentHeaders.filter((name) => headers.has(name));
  const script = await sendRequest("/assets/app-1.js");
  expect([listDocumentHeaders(script), script.headers.get("x-content-type-options")]).toEqual([[], "nosniff"]);
  for (const path of ["/", "/assets/cloth-1.svg", "/assets/missing.js", "/v1/echo"])
    expect([path, listDocumentHeaders(await sendRequest(path))]).toEqual([path, documentHeaders]);
});

it("allows the services that the storefront names, and removes the internal header", async () => {
  const { headers } = await sendRequest("/with-analytics");
  expect(headers.get("content-security-policy")).toContain("https://mc.yandex.ru");
  expect(headers.get("x-page-services")).toBeNull();
  expect((await sendRequest("/nonce")).headers.get("content-security-policy")).not.toContain("yandex");
});

it.each([
  "/user/payment/p1",
  "/en-US/user/payment/p1",
  "/jpcart/payment/p1",
  "/en-US/jpcart/payment_new/p1",
  "/user/payment",
])("restricts %s, where a card number is entered, to own resources and the payment gateway", async (path) => {
  const separateEdge = createTestEdge({}, { SANDBOX_GATEWAY_URL: "https://gateway.test" });
  const { headers } = await separateEdge.request(`http://shop.test${path}`);
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

it("applies the normal policy to pages whose path only resembles a payment page", async () => {
  for (const path of ["/jpcarton", "/info/payment", "/user/payments"])
    expect((await sendRequest(path)).headers.get("content-security-policy")).toContain("default-src 'self'");
});

it("sets the security headers on all responses", async () => {
  for (const path of ["/", "/v1/echo", "/assets/cloth-1.svg", "/healthz", "/nowhere.txt"]) {
    const { headers } = await sendRequest(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("strict-transport-security")).toBeNull();
  }
  const secure = await createTestEdge({}, { PUBLIC_URL: "https://shop.test" }).request("https://shop.test/");
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
  const headerSetting = { STRICT_TRANSPORT_SECURITY: "max-age=63072000; includeSubDomains" };
  const responseForDomain = await createTestEdge({}, { PUBLIC_URL: "https://shop.test", ...headerSetting }).request(
    "https://shop.test/",
  );
  expect(responseForDomain.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
});

it("rejects the loop of a storefront whose API_BASE_URL points to a storefront", async () => {
  const env = { ROLE: "web", API_BASE_URL: "http://www.shop.test" };
  const loopRequest = { headers: { "x-storefront-signature": "of any storefront" } };
  const separateEdge = createTestEdge({}, env);
  expect((await separateEdge.request("http://shop.test/v1/echo", loopRequest)).status).toBe(508);
  expect((await separateEdge.request("http://shop.test/v1/echo")).status).toBe(200);
  expect((await sendRequest("/v1/echo", loopRequest)).status).toBe(200);
  expect(logged).toEqual([expect.stringContaining("API_BASE_URL")]);
});

it("allows connections to a separate payment gateway", async () => {
  const separateEdge = createTestEdge({}, { SANDBOX_GATEWAY_URL: "https://gateway.test" });
  const policy = (await separateEdge.request("http://shop.test/")).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self' https://gateway.test");
});

it.each([
  ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
])("compresses a page for %s", async (acceptEncoding, encoding, decompress) => {
  const response = await sendRequest("/", { headers: { "accept-encoding": acceptEncoding } });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toContain("Accept-Encoding");
  const compressed = Buffer.from(await response.arrayBuffer());
  expect(compressed.length).toBeLessThan(200);
  expect(decompress(compressed).toString()).toBe(page);
});

it("sends a page uncompressed if the client accepts no encoding, and short responses always", async () => {
  const uncompressed = await sendRequest("/");
  expect(uncompressed.headers.get("content-encoding")).toBeNull();
  expect(await uncompressed.text()).toBe(page);
  const shortResponse = await sendRequest("/v1/echo", { headers: { "accept-encoding": "br" } });
  expect(shortResponse.headers.get("content-encoding")).toBeNull();
});

it("compresses a streamed page chunk by chunk", async () => {
  const response = await sendRequest("/growing", { headers: { "accept-encoding": "gzip" } });
  const reader = response.body!.getReader();
  const chunks: Uint8Array[] = [];
  const first = await reader.read();
  expect(chunkCount).toBe(1);
  enqueueLastChunk();
  chunks.push(first.value!);
  for (let result = await reader.read(); !result.done; result = await reader.read()) chunks.push(result.value);
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe("<p>first</p><p>last</p>");
});

it("serves hashed assets precompressed and with immutable caching", async () => {
  const compressed = await sendRequest("/assets/app-1.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(compressed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await compressed.text()).toBe("packed by brotli");
  expect(await (await sendRequest("/assets/app-1.js")).text()).toBe("plain");
  expect((await sendRequest("/assets/app-1.js", { headers: { "if-none-match": '"one"' } })).status).toBe(304);
  expect((await sendRequest("/assets/app-0.js")).status).toBe(404);
});

it("responds to HEAD like GET without a body, and 405 to unsupported methods", async () => {
  for (const path of ["/", "/v1/echo", "/assets/app-1.js", "/healthz", "/builds/latest.json"]) {
    const head = await sendRequest(path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
  }
  expect((await sendRequest("/", { method: "PUT" })).status).toBe(405);
  expect((await sendRequest("/", { method: "PROPFIND" })).headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await sendRequest("/", { method: "OPTIONS" })).status).toBe(204);
});

it("accepts forms from this site, from old browsers and from programs, and from no other site", async () => {
  const post = async (headers: Record<string, string>) =>
    (await sendRequest("/", { method: "POST", headers: { host: "127.0.0.1:3000", ...headers } })).status;
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

it("rejects a form of more than one megabyte", async () => {
  const body = "a".repeat(1024 * 1024 + 1);
  expect((await sendRequest("/upload", { method: "POST", body })).status).toBe(413);
});

it.each(["photos", "return-photos", "message-photos"])(
  "accepts /profile/%s of up to twelve megabytes",
  async (path) => {
    const upload = async (bytes: number) =>
      (await sendRequest(`/en-US/profile/${path}`, { method: "POST", body: new Uint8Array(bytes) })).status;
    expect(await upload(10 * 1024 * 1024)).toBe(200);
    expect(await upload(12 * 1024 * 1024 + 1)).toBe(413);
  },
);

it("hides the details of an error from the client and logs them", async () => {
  const response = await sendRequest("/broken");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret");
  expect(logged).toEqual(["request failed"]);
});

it("reports readiness and the current build", async () => {
  expect((await sendRequest("/readyz")).status).toBe(200);
  const failingEdge = createTestEdge({ isReady: () => Promise.reject(new Error("no database")) });
  const notReady = await failingEdge.request("http://shop.test/readyz");
  expect([notReady.status, notReady.headers.get("retry-after")]).toEqual([503, "5"]);
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  for (const services of [{ isReady: never }, { invalidSettings: never }]) {
    const pendingResponse = createTestEdge(services).request("http://shop.test/readyz");
    await vi.advanceTimersByTimeAsync(2000);
    expect((await pendingResponse).status).toBe(503);
  }
  vi.useRealTimers();
  for (const path of ["/builds/latest.json", "/v1/builds/latest.json", "/builds/meta/abc.json"])
    expect(await (await sendRequest(path)).json()).toMatchObject({ id: "abc", timestamp: 1000, data: { id: "abc" } });
});

it("lists settings with invalid values, and is ready nevertheless", async () => {
  const invalidSettings = async () => [{ key: "delivery.flat_price_minor", problem: "expected number" }];
  const response = await createTestEdge({ invalidSettings }).request("http://shop.test/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ready", invalid_settings: ["delivery.flat_price_minor"] });
});

let enqueueLastChunk = () => undefined as void;
let chunkCount = 0;
function createGrowingBody(): ReadableStream<Uint8Array> {
  chunkCount = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(toBytes("<p>first</p>"));
      chunkCount = 1;
      enqueueLastChunk = () => {
        controller.enqueue(toBytes("<p>last</p>"));
        controller.close();
        chunkCount = 2;
      };
    },
  });
}
