import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { createSvg } from "../../api/test/media-fixtures.ts";
import { s3Credentials, startS3Server } from "../../api/test/s3-server.ts";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import { type Config, readConfig } from "../../api/src/platform/config.ts";
import { openS3Storage } from "../../api/src/platform/file-storage/s3-storage.ts";
import { storeOriginal } from "../../api/src/platform/media/originals.ts";
import { getDatabaseUrl } from "../test/database-url.ts";
import { migrateDatabase } from "./database/migrate-database.ts";
import { startServer, type RunningServer } from "./server.ts";

const shop = await openTestShop({ keepsData: true });
const bucket = await startS3Server();
const restoreEnv = { ...process.env };
const folders: string[] = [];
const servers: RunningServer[] = [];
let origins: string[] = [];

function createConfig(env: Record<string, string>): Config {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-machine-"));
  folders.push(dataDir);
  return readConfig({
    ...{ ROLE: "api", DATABASE_URL: getDatabaseUrl(shop.connection), DATA_DIR: dataDir, DEMO: "0", PORT: "0" },
    ...{ HOST: "127.0.0.1", ACCESS_LOG: "0", MAX_EVENT_LOOP_DELAY_MS: "0", SHOP_SECRET: "a secret of all machines" },
    ...{ SANDBOX_GATEWAY_SECRET: "a secret of the gateway", S3_BUCKET: "shop-files", S3_PREFIX: "shop" },
    ...{ S3_ENDPOINT: bucket.config.endpoint ?? "", PUBLIC_URL: "http://shop.test", ...env },
  });
}

/** Starts a process of the API on a machine of its own: it shares the database and the bucket only. */
async function startMachine(env: Record<string, string> = {}): Promise<string> {
  const server = await startServer(createConfig(env));
  servers.push(server);
  return `http://127.0.0.1:${server.config.port}`;
}

beforeAll(async () => {
  Object.assign(process.env, s3Credentials);
  origins = [await startMachine(), await startMachine()];
}, 120_000);
afterAll(async () => {
  for (const { close } of servers) await close();
  await bucket.close();
  process.env = restoreEnv;
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const fetchFromAll = (path: string, init?: RequestInit) =>
  Promise.all(origins.map(async (origin) => fetch(origin + path, init)));
/** Copies an image to the bucket, as an upload at one of the machines does. */
const storeImage = async (color: string) =>
  storeOriginal(shop.db, await openS3Storage(bucket.config), createSvg(color), "image/svg+xml");

it("shows an image on every machine, and renders it once", async () => {
  const { key } = await storeImage("#101010");
  const [first] = origins;
  expect((await fetch(`${first}/media/${key}-320.webp`)).status).toBe(200);
  await vi.waitUntil(() => bucket.objects.has(`shop/media/sizes/${key.slice(0, 2)}/${key}-320.webp`));
  bucket.setFault(null);
  const images = await Promise.all((await fetchFromAll(`/media/${key}-320.webp`)).map(async (image) => image.bytes()));
  expect(images[0]).toEqual(images[1]);
  expect(bucket.requests.filter((request) => request.startsWith("PUT"))).toEqual([]);
});

it("sends the same sitemap with the same ETag from every machine", async () => {
  await createProduct(shop.db, {});
  const [one, other] = await fetchFromAll("/sitemap.xml");
  expect(one?.headers.get("etag")).toMatch(/^W\//);
  expect(other?.headers.get("etag")).toBe(one?.headers.get("etag"));
  expect(await other?.text()).toBe(await one?.text());
  expect([...bucket.objects.keys()].filter((key) => key.includes("sitemap.xml"))).toHaveLength(1);
  const [, unchanged] = await fetchFromAll("/sitemap.xml", {
    headers: { "if-none-match": one?.headers.get("etag") ?? "" },
  });
  expect(unchanged?.status).toBe(304);
});

it("stays ready while the bucket is unavailable, shows images of its memory, and has 503 for others", async () => {
  const [known, unknown] = [await storeImage("#202020"), await storeImage("#303030")];
  await fetchFromAll(`/media/${known.key}-320.webp`);
  await vi.waitUntil(() => bucket.objects.has(`shop/media/sizes/${known.key.slice(0, 2)}/${known.key}-320.webp`));
  await fetchFromAll(`/media/${known.key}-320.webp`);
  bucket.setFault("disconnect");
  const getStatuses = async (path: string) => (await fetchFromAll(path)).map(({ status }) => status);
  expect(await getStatuses("/readyz")).toEqual([200, 200]);
  expect(await getStatuses("/v1/products")).toEqual([200, 200]);
  expect(await getStatuses(`/media/${known.key}-320.webp`)).toEqual([200, 200]);
  const [failed] = await fetchFromAll(`/media/${unknown.key}-320.webp`);
  expect([failed?.status, failed?.headers.get("retry-after"), failed?.headers.get("cache-control")]).toEqual([
    503,
    "2",
    "no-store",
  ]);
  bucket.setFault(null);
  expect(await getStatuses(`/media/${unknown.key}-320.webp`)).toEqual([200, 200]);
});

it("does not start with a bucket that it cannot use", async () => {
  await expect(startMachine({ S3_BUCKET: "other" })).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringContaining("cannot be written to: NoSuchBucket, status 404."),
  });
});

it("starts while the bucket is unavailable", async () => {
  bucket.setFault(503);
  const origin = await startMachine();
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  bucket.setFault(null);
});

it("migrates without the bucket", async () => {
  await expect(migrateDatabase(createConfig({ ROLE: "migrate", S3_BUCKET: "other" }))).resolves.toEqual([]);
});
