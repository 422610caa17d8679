import { Hono } from "hono";
import { expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import type { Storefront } from "../storefront/storefront.ts";
import { buildEdge } from "./edge.ts";
import { createLoadMonitor } from "./load-monitor.ts";

const html = { "content-type": "text/html" };
const storefront: Storefront = {
  handleRequest: async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/broken") throw new Error("broken");
    if (pathname === "/moved") return new Response(null, { status: 301, headers: { location: "/" } });
    if (pathname === "/full") return new Response("full", { status: 503, headers: html });
    return new Response("page", { headers: html });
  },
  renderErrorPage: async (_request, _nonce, status) => new Response("error page", { status, headers: html }),
  assets: new Map(
    ["/assets/app-1.js", "/assets/app-1.js.br", "/assets/app-1.js.gz", "/assets/drawing-1.svg", "/favicon.svg"].map(
      (path) => [path, { content: new TextEncoder().encode(path), etag: '"one"' }],
    ),
  ),
  build: { id: "abc", builtAt: new Date(1000) },
};
const api = new Hono()
  .get("/v1/product", (c) => c.json({}, 200, { "cache-control": "no-store" }))
  .get("/v1/broken", (c) => c.text("Internal Server Error", 500));
const edge = buildEdge({
  config: readConfig({ PUBLIC_URL: "https://shop.test" }),
  log: { info: () => undefined, error: () => undefined },
  loadMonitor: createLoadMonitor(),
  isReady: async () => false,
  api,
  storefront,
  getLoopDelayMs: () => 0,
});

/** Returns the status and all headers of a response, with `NONCE` instead of a nonce. */
async function getStatusAndHeaders(path: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const { status, headers } = await edge.request(`https://shop.test${path}`, init);
  const withoutNonce = ([name, value]: [string, string]) => [name, value.replace(/'nonce-[\w+/=]{24}'/, "'NONCE'")];
  return { status, ...Object.fromEntries([...headers].map(withoutNonce)) };
}

const commonHeaders = {
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};
const documentHeaders = {
  ...commonHeaders,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(self), microphone=(), payment=(), usb=(), browsing-topics=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
};
const dataHeaders = {
  ...documentHeaders,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
const textHeaders = { ...dataHeaders, "content-type": "text/plain; charset=UTF-8" };
const vary = "Accept-Encoding";
const pageHeaders = {
  "x-cache": "bypass",
  ...documentHeaders,
  "cache-control": "private, no-store",
  "content-security-policy":
    "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; " +
    "base-uri 'none'; object-src 'none'; form-action 'self'; script-src 'self' 'NONCE'",
  "content-type": "text/html",
};
const assetHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  etag: '"one"',
  vary,
};

it.each<[string, string, RequestInit, Record<string, unknown>]>([
  ["a page", "/", {}, { status: 200, ...pageHeaders, vary }],
  ["the head of a page", "/", { method: "HEAD" }, { status: 200, ...pageHeaders, vary }],
  ["a redirect", "/moved", {}, { status: 301, ...pageHeaders, "content-type": undefined, location: "/" }],
  [
    "a page with a card form",
    "/user/payment/1",
    {},
    {
      status: 200,
      ...pageHeaders,
      vary,
      "content-security-policy":
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; " +
        "worker-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'none'; frame-ancestors 'none'; " +
        "base-uri 'none'; script-src 'self' 'NONCE'",
    },
  ],
  ["a page that cannot be shown now", "/full", {}, { status: 503, ...pageHeaders, vary, "retry-after": "5" }],
  ["an error of a page", "/broken", {}, { status: 500, ...pageHeaders, vary }],
  [
    "a method that pages do not have",
    "/",
    { method: "PUT" },
    { status: 405, ...textHeaders, vary, allow: "GET, HEAD, POST, OPTIONS" },
  ],
  ["a method that nothing has", "/", { method: "PROPFIND" }, { status: 405, ...textHeaders, allow: "GET, HEAD, POST" }],
  [
    "a form of another site, sent by a script",
    "/",
    { method: "POST", headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" } },
    { status: 403, ...textHeaders, vary },
  ],
  [
    "data of the API",
    "/v1/product",
    {},
    {
      status: 200,
      ...dataHeaders,
      "cache-control": "no-store",
      "content-type": "application/json",
      vary,
    },
  ],
  ["an error of the API", "/v1/broken", {}, { status: 500, ...textHeaders, vary }],
  [
    "a script of the build",
    "/assets/app-1.js",
    {},
    { status: 200, ...commonHeaders, ...assetHeaders, "content-type": "text/javascript; charset=utf-8" },
  ],
  [
    "a compressed script of the build",
    "/assets/app-1.js",
    { headers: { "accept-encoding": "gzip, deflate, br, zstd" } },
    {
      status: 200,
      ...commonHeaders,
      ...assetHeaders,
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
    },
  ],
  [
    "a script that the client has",
    "/assets/app-1.js",
    { headers: { "if-none-match": 'W/"one", "two"' } },
    { status: 304, ...dataHeaders, ...assetHeaders },
  ],
  [
    "an icon, whose name stays the same",
    "/favicon.svg",
    {},
    {
      status: 200,
      ...dataHeaders,
      "cache-control": "public, max-age=3600",
      "content-type": "image/svg+xml; charset=utf-8",
      etag: '"one"',
      vary,
    },
  ],
  [
    "an image of the build that can be opened as a document",
    "/assets/drawing-1.svg",
    {},
    { status: 200, ...dataHeaders, ...assetHeaders, "content-type": "image/svg+xml; charset=utf-8" },
  ],
  ["a script of another build", "/assets/app-0.js", {}, { status: 404, ...textHeaders, vary }],
  [
    "a probe while the database is away",
    "/readyz",
    {},
    {
      status: 503,
      ...dataHeaders,
      "content-type": "application/json",
      "retry-after": "5",
      vary,
    },
  ],
])("sends %s with exactly its headers", async (_kind, path, init, expected) => {
  expect(await getStatusAndHeaders(path, init)).toEqual(expected);
});
