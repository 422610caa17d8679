import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildStorefront } from "../../scripts/storefront.mjs";
import { urlOf } from "./database-url.ts";
import way from "../run.json" with { type: "json" };
import type { Errand, Layouts } from "./layouts-process.ts";

const PUBLIC_URL = "https://shop.test";
/** The limit `consent_per_address`. */
const CONSENTS_AN_HOUR = 60;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-layouts-"));
let child: ChildProcess;
let layouts: Layouts;
const log: string[] = [];

beforeAll(async () => {
  await buildStorefront();
  const databaseUrl = urlOf(shop.connection);
  const errand: Errand = { databaseUrl, publicUrl: PUBLIC_URL, secret: "a secret of both processes" };
  child = fork(join(import.meta.dirname, "layouts-process.ts"), [JSON.stringify(errand)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...way.env, DATA_DIR: dataDir },
    execArgv: way.flags,
    silent: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (said: string) => void log.push(...said.split("\n").filter(Boolean)));
  layouts = await new Promise<Layouts>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Layouts));
    child.once("exit", () => reject(new Error(log.join("\n"))));
  });
}, 300_000);
afterAll(async () => {
  if (child?.connected) {
    child.send("stop");
    await once(child, "exit");
  }
  rmSync(dataDir, { recursive: true });
}, 60_000);

type Ask = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Asks as a proxy does. A shop on a busy machine sheds load with 503: then this asks again a second later. */
async function ask(url: string, asked?: Ask): Promise<Answer> {
  for (let triesLeft = 30; ; triesLeft--) {
    const answer = await askOnce(url, asked);
    if (answer.status !== 503 || triesLeft === 0) return answer;
    await sleep(1000);
  }
}

/** Sends one request, and leaves its answer packed. */
function askOnce(url: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers: { host: "shop.test", ...headers } }, (answer) => {
      buffer(answer).then(
        (content) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: content }),
        reject,
      );
    });
    asking.once("error", reject);
    asking.end(body);
  });
}

/** Headers that differ from one answer to the next, or from one connection to the next. */
const passing = ["date", "x-request-id", "connection", "keep-alive", "transfer-encoding"];

const unpack: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** An answer without what is random in it: a page has a nonce, and an error a code, so that packed ones differ in length. */
function lasting({ status, headers, body }: Answer) {
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const isRandom = nonce !== undefined;
  const plain = (text: string) => (isRandom ? text.replaceAll(nonce, "NONCE") : text);
  const content = unpack[String(headers["content-encoding"])]?.(body) ?? body;
  const text = plain(content.toString("latin1")).replace(/\b[0-9a-f]{4}-[0-9a-f]{4}\b/g, "CODE");
  const left = isRandom ? [...passing, "content-length"] : passing;
  const kept = Object.entries(headers).filter(([name]) => !left.includes(name));
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, plain(String(value))])),
    body: createHash("sha256").update(text).digest("hex"),
  };
}

async function both(path: string, asked?: Ask): Promise<[Answer, Answer]> {
  return [await ask(layouts.together + path, asked), await ask(layouts.apart + path, asked)];
}

/** Every address of this shop that a page names, in a tag or in a script. */
async function linksOf(path: string): Promise<string[]> {
  const { body } = await ask(layouts.together + path);
  return [...body.toString().matchAll(/"(?:https:\/\/shop\.test)?(\/[^"\s\\]+)"/g)].map(([, url = ""]) =>
    url.replaceAll("&amp;", "&"),
  );
}

async function locationsOf(path: string): Promise<string[]> {
  const { body } = await ask(layouts.together + path);
  return [...body.toString().matchAll(/<loc>https:\/\/shop\.test([^<]*)<\/loc>/g)].map(
    ([, found = ""]) => found || "/",
  );
}

/** Three of those that have folder and ending in common. */
function fewOfEachKind(paths: readonly string[]): string[] {
  const kinds = Object.groupBy(paths, (path) => path.replace(/^(\/[^/]*\/).*(?=[.])/, "$1"));
  return Object.values(kinds).flatMap((alike) => [...new Set(alike)].slice(0, 3));
}

/** One address of each kind of all that the home page, a product and the sitemaps lead to. */
async function allAddresses(): Promise<string[]> {
  const sitemaps = await locationsOf("/sitemap.xml");
  const listed = (await Promise.all(sitemaps.map(locationsOf))).flatMap((pages) => pages.slice(0, 2));
  const product = listed.findLast((path) => /^\/[\w-]+$/.test(path)) ?? "";
  const linked = [...(await linksOf("/")), ...(await linksOf(product))];
  const files = fewOfEachKind(linked.filter((path) => /^\/(?:assets|media)\/|[.]\w+$/.test(path)));
  const pages = [
    "/",
    "/en-US",
    "/en",
    "/cart",
    "/login",
    "/profile",
    "/no-such/page",
    "//evil.test",
    ...listed,
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

it("answers every address the same way, with the storefront in one process with the API or apart from it", async () => {
  const goods = { products: 30, reviews: 20, now: new Date() };
  await generateDemoShop({ db: shop.db, mediaDir: join(dataDir, "media"), ...goods });
  for (const origin of [layouts.together, layouts.api])
    await expect
      .poll(async () => (await ask(`${origin}/v1/products`)).body.toString())
      .toContain(`"total":${goods.products}`);
  const addresses = await allAddresses();
  for (const kind of [/^\/en-US\/category\//, /^\/blog\//, /^\/info\//, /^\/media\/.*webp$/, /^\/assets\/.*js$/])
    expect(addresses).toContainEqual(expect.stringMatching(kind));
  for (const path of addresses)
    for (const encodings of ["", "gzip", "zstd, br, gzip"]) {
      const about = { path, encodings };
      // Each process may show lists and settings that are up to 10 seconds old.
      await vi.waitFor(
        async () => {
          const [together, apart] = await both(path, { headers: { "accept-encoding": encodings } });
          expect({ ...about, ...lasting(apart) }).toEqual({ ...about, ...lasting(together) });
        },
        { timeout: 20_000, interval: 1000 },
      );
    }
}, 240_000);

it("passes HEAD, validators, ranges and packed bodies on to the API", async () => {
  const [, plain] = await both("/robots.txt");
  expect(plain.body.toString()).toContain("Sitemap: https://shop.test/sitemap.xml");
  const [, packed] = await both("/sitemap.xml", { headers: { "accept-encoding": "gzip" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.body).toString()).toContain("<sitemapindex");
  const etag = String(packed.headers["etag"]);
  for (const asked of [
    { headers: { "if-none-match": etag } },
    { headers: { range: "bytes=0-9" } },
    { method: "HEAD" },
    { method: "POST" },
  ]) {
    const [together, apart] = await both("/sitemap.xml", asked);
    expect(lasting(apart)).toEqual(lasting(together));
  }
  const [, known] = await both("/sitemap.xml", { headers: { "if-none-match": etag } });
  expect([known.status, known.body.length]).toEqual([304, 0]);
});

const layoutNames = ["together", "apart"] as const;
const json = { "content-type": "application/json" };

it.each(layoutNames)("takes a form from a browser behind TLS, and from no other site (%s)", async (layout) => {
  const customer = { email: `${layout}@example.com`, password: "seven white plums" };
  const details = { name: "Anna", tel: "+79001234567", password_confirmation: customer.password, agree: true };
  const registering = { method: "POST", headers: json, body: JSON.stringify({ ...customer, ...details }) };
  expect((await ask(`${layouts[layout]}/v1/register`, registering)).status).toBe(201);
  const signIn = (headers: Record<string, string>) =>
    ask(`${layouts[layout]}/login`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(customer).toString(),
    });
  const answer = await signIn({ origin: PUBLIC_URL, "sec-fetch-site": "same-origin" });
  expect(answer.status).toBe(302);
  const cookies = [answer.headers["set-cookie"] ?? []].flat();
  expect(cookies.find((one) => one.startsWith("__Host-token="))).toMatch(/; Path=\/;.* HttpOnly; Secure$/);
  expect((await signIn({ origin: "https://evil.test", "sec-fetch-site": "cross-site" })).status).toBe(403);
});

it.each(layoutNames)("limits two customers of one proxy apart, and keeps the address of each (%s)", async (layout) => {
  await shop.db.deleteFrom("consents").execute();
  await shop.db.deleteFrom("rate_limits").execute();
  const agree = async (ip: string) => {
    const headers = { ...json, "x-forwarded-for": ip };
    return ask(`${layouts[layout]}/v1/consents/analytics`, { method: "POST", headers, body: '{"given":true}' });
  };
  const [busy, other] = ["198.51.100.7", "203.0.113.8"];
  const statuses = new Set<number>();
  for (let time = 0; time <= CONSENTS_AN_HOUR; time++) statuses.add((await agree(busy)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await agree(other)).status).toBe(200);
  const kept = await shop.db.selectFrom("consents").select("ip").distinct().orderBy("ip").execute();
  expect(kept.map(({ ip }) => ip)).toEqual([busy, other]);
});

it("logs one line for each request, under the same ids in the storefront and in its API, without queries and codes", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { "x-request-id": "of-the-proxy-1", traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await ask(`${layouts.apart}/brands?email=anna@example.com`, { headers });
  await ask(`${layouts.together}/v1/cart/promo/SECRET10`, { headers: { "x-request-id": "of-the-proxy-2" } });
  const linesOf = (id: string) => log.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as object);
  await expect.poll(() => linesOf("of-the-proxy-2").length).toBe(1);
  expect(linesOf("of-the-proxy-2")).toMatchObject([
    { level: "info", message: "request", method: "GET", path: "/v1/cart/promo/***", ms: expect.any(Number) },
  ]);
  await expect.poll(() => linesOf("of-the-proxy-1").length).toBeGreaterThan(2);
  const lines = linesOf("of-the-proxy-1") as { path: string }[];
  for (const line of lines) expect(line).toMatchObject({ status: 200, trace });
  const paths = lines.map(({ path }) => path);
  expect(paths).toContain("/brands");
  expect(paths).toContain("/v1/frontConfig");
  expect(log.join()).not.toContain("anna@example.com");
});
