import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildSites } from "../../scripts/sites.mjs";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

const PRODUCTS = 120;
const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-crawl-"));
afterAll(() => rmSync(folder, { recursive: true }));

type CrawlResult = { pages: string[]; problems: string[]; unwantedIn: string[] };

/** Crawls the store in a child process, with a separate data folder, because sitemaps are cached there. */
async function runCrawler(
  dataDir: string,
  input: { now: Date; from?: string[]; unwanted?: string },
): Promise<CrawlResult> {
  const output = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "crawl-process.ts"), JSON.stringify({ connection: shop.connection, ...input })],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(output.stdout) as CrawlResult;
}

it("has no dead links and no demo names in an empty store", async () => {
  await buildSites();
  const startPaths = ["/", "/cart", "/login", "/register", "/user/newsletter", "/podarocnyi-sertifikat.html", "/blog"];
  const from = startPaths.flatMap((path) => [path, `/en-US${path === "/" ? "" : path}`]);
  const unwanted = "furoshiki|osaka|осак|фуросики|japan|япони|example[.]com|t[.]me/|wa[.]me|79000000010";
  const { pages, problems, unwantedIn } = await runCrawler(join(folder, "empty"), {
    now: shop.clock.now(),
    from,
    unwanted,
  });
  expect(problems.filter((problem) => / responds with (404|410|5\d\d) /.test(problem))).toEqual([]);
  expect(unwantedIn).toEqual([]);
  expect(pages).toEqual(expect.arrayContaining(from));
}, 300_000);

it("reaches every page by links alone, in both languages, with consistent metadata", async () => {
  await buildSites();
  const now = shop.clock.now();
  const dataDir = join(folder, "demo");
  await generateDemoShop({ db: shop.db, files: openFolderStorage(dataDir), products: PRODUCTS, reviews: 200, now });
  const { pages, problems } = await runCrawler(dataDir, { now });
  expect(problems).toEqual([]);
  expect(pages.filter((path) => path.startsWith("/en-US")).length).toBeGreaterThan(2 * PRODUCTS);
  expect(pages.filter((path) => !path.startsWith("/en-US")).length).toBeGreaterThan(2 * PRODUCTS);
}, 300_000);
