import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildStorefront } from "../../scripts/storefront.mjs";

const PRODUCTS = 120;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-crawl-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

it("leads a crawler to every page by links alone, in both languages, and tells it one story of each", async () => {
  await buildStorefront();
  const now = shop.clock.now();
  await generateDemoShop({ db: shop.db, mediaDir: join(dataDir, "media"), products: PRODUCTS, reviews: 200, now });
  const told = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "crawl-process.ts"), JSON.stringify({ connection: shop.connection, now })],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { pages, complaints } = JSON.parse(told.stdout) as { pages: string[]; complaints: string[] };
  expect(complaints).toEqual([]);
  expect(pages.filter((path) => path.startsWith("/en-US")).length).toBeGreaterThan(2 * PRODUCTS);
  expect(pages.filter((path) => !path.startsWith("/en-US")).length).toBeGreaterThan(2 * PRODUCTS);
}, 300_000);
