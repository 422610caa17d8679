import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildSites } from "../../scripts/sites.mjs";
import { getDatabaseUrl } from "./database-url.ts";
import { stopChild } from "./stop-child.ts";
import runOptions from "../run.json" with { type: "json" };
import type { DeploymentModesInput, DeploymentOrigins } from "./deployment-modes-process.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

const PUBLIC_URL = "https://shop.test";
/** The rate limit `consent_per_ip_address`, per hour. */
const CONSENTS_AN_HOUR = 60;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-deployment-modes-"));
let child: ChildProcess;
let origins: DeploymentOrigins;
const log: string[] = [];

beforeAll(async () => {
  await buildSites();
  const databaseUrl = getDatabaseUrl(shop.connection);
  const input: DeploymentModesInput = { databaseUrl, publicUrl: PUBLIC_URL, secret: "a secret of both processes" };
  child = fork(join(import.meta.dirname, "deployment-modes-process.ts"), [JSON.stringify(input)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...runOptions.env, DATA_DIR: dataDir },
    execArgv: runOptions.flags,
    silent: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (output: string) => void log.push(...output.split("\n").filter(Boolean)));
  origins = await new Promise<DeploymentOrigins>((resolve, reject) => {
    child.once("message", (message) => resolve(message as DeploymentOrigins));
    child.once("exit", () => reject(new Error(log.join("\n"))));
  });
}, 300_000);
afterAll(async () => {
  if (child) await stopChild(child);
  rmSync(dataDir, { recursive: true });
}, 60_000);

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };
type ServerResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Sends a request like a proxy does, and does not decompress the response. */
function sendRequest(
  url: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<ServerResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers: { host: "shop.test", ...headers } }, (response) => {
      buffer(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      );
    });
    clientRequest.once("error", reject);
    clientRequest.end(body);
  });
}

/** Headers that differ between responses or connections. */
const volatileHeaders = ["date", "x-request-id", "x-cache", "connection", "keep-alive", "transfer-encoding"];

const decompressors: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Normalizes a response: the nonce of a page and the code of an error are random, so that compressed sizes differ. */
function normalizeResponse({ status, headers, body }: ServerResponse) {
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const isRandom = nonce !== undefined;
  const removeNonce = (text: string) => (isRandom ? text.replaceAll(nonce, "NONCE") : text);
  const content = decompressors[String(headers["content-encoding"])]?.(body) ?? body;
  const text = removeNonce(content.toString("latin1")).replace(/\b[0-9a-f]{4}-[0-9a-f]{4}\b/g, "CODE");
  const ignoredHeaders = isRandom ? [...volatileHeaders, "content-length"] : volatileHeaders;
  const comparedHeaders = Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name));
  return {
    status,
    headers: Object.fromEntries(comparedHeaders.map(([name, value]) => [name, removeNonce(String(value))])),
    body: createHash("sha256").update(text).digest("hex"),
  };
}

async function requestBoth(path: string, requestOptions?: RequestOptions): Promise<[ServerResponse, ServerResponse]> {
  return [
    await sendRequest(origins.together + path, requestOptions),
    await sendRequest(origins.apart + path, requestOptions),
  ];
}

/** Returns every own URL that a page contains, in a tag or in a script. */
async function getLinks(path: string): Promise<string[]> {
  const { body } = await sendRequest(origins.together + path);
  return [...body.toString().matchAll(/"(?:https:\/\/shop\.test)?(\/[^"\s\\]+)"/g)].map(([, url = ""]) =>
    url.replaceAll("&amp;", "&"),
  );
}

async function getSitemapLocations(path: string): Promise<string[]> {
  const { body } = await sendRequest(origins.together + path);
  return [...body.toString().matchAll(/<loc>https:\/\/shop\.test([^<]*)<\/loc>/g)].map(([, path = ""]) => path || "/");
}

/** Returns up to three paths of each folder and file extension. */
function pickSampleOfEachKind(paths: readonly string[]): string[] {
  const kinds = Object.groupBy(paths, (path) => path.replace(/^(\/[^/]*\/).*(?=[.])/, "$1"));
  return Object.values(kinds).flatMap((samePathKind) => [...new Set(samePathKind)].slice(0, 3));
}

/** Returns sample URLs of each kind that the home page, a product and the sitemaps link to. */
async function collectPaths(): Promise<string[]> {
  const sitemaps = await getSitemapLocations("/sitemap.xml");
  const sitemapPaths = (await Promise.all(sitemaps.map(getSitemapLocations))).flatMap((pages) => pages.slice(0, 2));
  const product = sitemapPaths.findLast((path) => /^\/[\w-]+$/.test(path)) ?? "";
  const linkedPaths = [...(await getLinks("/")), ...(await getLinks(product))];
  const files = pickSampleOfEachKind(linkedPaths.filter((path) => /^\/(?:assets|media)\/|[.]\w+$/.test(path)));
  const pages = [
    "/",
    "/en-US",
    "/en",
    "/cart",
    "/login",
    "/profile",
    "/no-such/page",
    "//evil.test",
    ...sitemapPaths,
    product,
  ];
  const data = pages.slice(5).map((path) => `${path}.data`);
  return [
    ...new Set([
      ...pages,
      ...data,
      ...["/_root.data", "/product_search?q=%D0%BA%D1%80%D0%B5%D0%BC", "/category/x?page=2"],
      ...files,
      ...["/robots.txt", "/sitemap.xml", ...sitemaps, "/sitemaps/none.xml"],
      ...["/feeds/yml.xml", "/feeds/google.xml", "/feeds/blog.xml", "/feeds/none.xml", "/media/none.webp"],
      ...["/healthz", "/readyz", "/builds/latest.json", "/v1/builds/latest.json", "/v1/openapi.json"],
      ...["/v1/products?per_page=3&page=2", "/v1/frontConfig", "/v1/user", "/v1/none"],
    ]),
  ];
}

it("returns the same responses with the storefront in the API's process and separate from it", async () => {
  const demoOptions = { products: 30, reviews: 20, now: new Date() };
  await generateDemoShop({ db: shop.db, files: openFolderStorage(dataDir), ...demoOptions });
  for (const origin of [origins.together, origins.api])
    await expect
      .poll(async () => (await sendRequest(`${origin}/v1/products`)).body.toString())
      .toContain(`"total":${demoOptions.products}`);
  const paths = await collectPaths();
  for (const kind of [/^\/en-US\/category\//, /^\/blog\//, /^\/info\//, /^\/media\/.*webp$/, /^\/assets\/.*js$/])
    expect(paths).toContainEqual(expect.stringMatching(kind));
  for (const path of paths)
    for (const encodings of ["", "gzip", "zstd, br, gzip"]) {
      const context = { path, encodings };
      // Each process may serve cached lists and settings for up to 10 seconds.
      await vi.waitFor(
        async () => {
          const [together, apart] = await requestBoth(path, { headers: { "accept-encoding": encodings } });
          expect({ ...context, ...normalizeResponse(apart) }).toEqual({ ...context, ...normalizeResponse(together) });
        },
        { timeout: 20_000, interval: 1000 },
      );
    }
}, 240_000);

it("forwards HEAD, validators, ranges and compressed bodies to the API", async () => {
  const [, uncompressed] = await requestBoth("/robots.txt");
  expect(uncompressed.body.toString()).toContain("Sitemap: https://shop.test/sitemap.xml");
  const [, compressed] = await requestBoth("/sitemap.xml", { headers: { "accept-encoding": "gzip" } });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(compressed.body).toString()).toContain("<sitemapindex");
  const etag = String(compressed.headers["etag"]);
  for (const requestOptions of [
    { headers: { "if-none-match": etag } },
    { headers: { range: "bytes=0-9" } },
    { method: "HEAD" },
    { method: "POST" },
  ]) {
    const [together, apart] = await requestBoth("/sitemap.xml", requestOptions);
    expect(normalizeResponse(apart)).toEqual(normalizeResponse(together));
  }
  const [, notModified] = await requestBoth("/sitemap.xml", { headers: { "if-none-match": etag } });
  expect([notModified.status, notModified.body.length]).toEqual([304, 0]);
});

const modes = ["together", "apart"] as const;
const json = { "content-type": "application/json" };

it.each(modes)("accepts a form from a browser behind TLS, and from no other site (%s)", async (mode) => {
  const customer = { email: `${mode}@example.com`, password: "seven white plums" };
  const details = { name: "Anna", tel: "+79001234567", password_confirmation: customer.password, agree: true };
  const registration = { method: "POST", headers: json, body: JSON.stringify({ ...customer, ...details }) };
  expect((await sendRequest(`${origins[mode]}/v1/register`, registration)).status).toBe(201);
  const signIn = (headers: Record<string, string>) =>
    sendRequest(`${origins[mode]}/login`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(customer).toString(),
    });
  const response = await signIn({ origin: PUBLIC_URL, "sec-fetch-site": "same-origin" });
  expect(response.status).toBe(302);
  const cookies = [response.headers["set-cookie"] ?? []].flat();
  expect(cookies.find((one) => one.startsWith("__Host-token="))).toMatch(/; Path=\/;.* HttpOnly; Secure$/);
  expect((await signIn({ origin: "https://evil.test", "sec-fetch-site": "cross-site" })).status).toBe(403);
});

it.each(modes)(
  "applies rate limits per customer behind one proxy, and stores the IP address of each (%s)",
  async (mode) => {
    await shop.db.deleteFrom("consents").execute();
    await shop.db.deleteFrom("rate_limits").execute();
    const giveConsent = async (ip: string) => {
      const headers = { ...json, "x-forwarded-for": ip };
      return sendRequest(`${origins[mode]}/v1/consents/analytics`, { method: "POST", headers, body: '{"given":true}' });
    };
    const [busyIpAddress, otherIpAddress] = ["198.51.100.7", "203.0.113.8"];
    const statuses = new Set<number>();
    for (let time = 0; time <= CONSENTS_AN_HOUR; time++) statuses.add((await giveConsent(busyIpAddress)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await giveConsent(otherIpAddress)).status).toBe(200);
    const storedAddresses = await shop.db.selectFrom("consents").select("ip").distinct().orderBy("ip").execute();
    expect(storedAddresses.map(({ ip }) => ip)).toEqual([busyIpAddress, otherIpAddress]);
  },
);

it("logs one line per request with the same ids in storefront and API, without queries and codes", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { "x-request-id": "of-the-proxy-1", traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await sendRequest(`${origins.apart}/brands?email=anna@example.com`, { headers });
  await sendRequest(`${origins.together}/v1/cart/promo/SECRET10`, { headers: { "x-request-id": "of-the-proxy-2" } });
  const getLogLines = (id: string) => log.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as object);
  await expect.poll(() => getLogLines("of-the-proxy-2").length).toBe(1);
  expect(getLogLines("of-the-proxy-2")).toMatchObject([
    { level: "info", message: "request", method: "GET", path: "/v1/cart/promo/***", ms: expect.any(Number) },
  ]);
  await expect.poll(() => getLogLines("of-the-proxy-1").length).toBeGreaterThan(2);
  const lines = getLogLines("of-the-proxy-1") as { path: string }[];
  for (const line of lines) expect(line).toMatchObject({ status: 200, trace });
  const paths = lines.map(({ path }) => path);
  expect(paths).toContain("/brands");
  expect(paths).toContain("/v1/frontConfig");
  expect(log.join()).not.toContain("anna@example.com");
});
