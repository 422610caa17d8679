// npm run bench: measures the built store on this machine, and prints a table.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type Storefront, startStorefront, startTestStorefront } from "../e2e/storefront.ts";
import { measureAdmin } from "./admin.ts";
import { measureAdminDay } from "./admin-day.ts";
import { measureCheckout } from "./checkout.ts";
import { runChaos } from "./chaos.ts";
import { measureCatalog } from "./catalog.ts";
import { measureFeeds } from "./feeds.ts";
import { measureImports } from "./imports.ts";
import { measureListingTable } from "./listing-table.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureEmails } from "./emails.ts";
import { runLoad, calculateMedian, getMemoryMb, type Report, getCpuSeconds } from "./measure.ts";
import { getBenchPaths, fetchJson } from "./pages.ts";
import { measurePageWeight } from "./phone.ts";
import { measureProduct } from "./product.ts";
import { measureProductIndex } from "./product-index.ts";
import { measurePayments } from "./payments.ts";
import { measurePrices } from "./prices.ts";
import { measureReadReplica } from "./read-replica.ts";
import { measureResponseCache } from "./response-cache.ts";
import { measureSearchQuality } from "./search.ts";
import { measureValkey } from "./valkey.ts";
import { measureInteractions } from "./interactions.ts";
import { measureAssetSizes } from "./asset-sizes.ts";

const RUNS = 3;
const SECONDS = 10;
const CONNECTIONS = 10;
const MEMORY_TEST_PAGE_COUNT = 10_000;
const LARGE_CATALOG = 100_000;
const VERY_LARGE_CATALOG = 1_000_000;
const EMAIL_COUNT = 10_000;
const plainHeaders = { accept: "text/html", "accept-language": "ru-RU" };
const compressedHeaders = { ...plainHeaders, "accept-encoding": "br, gzip" };

const rows: string[][] = [];
const report: Report = (label, measured, target = "") => {
  rows.push([label, measured, target]);
  console.error(`${label}: ${measured}`);
};

const folder = mkdtempSync(join(tmpdir(), "furoshiki-bench-"));
try {
  const dataDir = join(folder, "600");
  if (process.argv.includes("emails")) await measureEmails(folder, getNumberOption("emails", EMAIL_COUNT), report);
  else if (process.argv.includes("search")) await measureSearch(dataDir);
  else if (process.argv.includes("checkout")) await measureCheckout(dataDir, getNumberOption("seconds", 60), report);
  else if (process.argv.includes("chaos"))
    await runChaos(dataDir, { seconds: getNumberOption("seconds", 120), seed: getNumberOption("seed", 1) }, report);
  else if (process.argv.includes("admin")) await measureAdmin(folder, report);
  else if (process.argv.includes("admin-day")) await measureAdminDay(folder, report);
  else if (process.argv.includes("prices")) await measurePrices(folder, report);
  else if (process.argv.includes("imports")) await measureImports(folder, report);
  else if (process.argv.includes("catalog")) await measureCatalog(folder, report);
  else if (process.argv.includes("product-index")) await measureProductIndex(folder, report);
  else if (process.argv.includes("listing-table"))
    await measureListingTable(join(folder, "listing"), getNumberOption("products", VERY_LARGE_CATALOG), report);
  else if (process.argv.includes("feeds"))
    await measureFeeds(dataDir, getNumberOption("products", LARGE_CATALOG), report);
  else if (process.argv.includes("read-replica")) await measureReadReplica(dataDir, report);
  else if (process.argv.includes("response-cache")) await measureResponseCache(dataDir, report);
  else if (process.argv.includes("valkey")) await measureValkey(dataDir, report);
  else if (process.argv.includes("product")) await measureProduct(dataDir, report);
  else if (process.argv.includes("payments"))
    await measurePayments(join(folder, "payments"), getNumberOption("payments", 500), report);
  else if (process.argv.includes("lighthouse"))
    await withStorefront(dataDir, ({ origin }) => measureLighthouse(origin, report));
  else if (process.argv.includes("interactions"))
    await withStorefront(dataDir, ({ origin }) => measureInteractions(origin, report));
  else await measureStore(dataDir);
  if (process.argv.includes("--large")) await measureLargeStore(join(folder, "large"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? ""}, Node ${process.version}\n`);
console.log(
  ["| measurement | result | target |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
);

/** Returns the number of an option, such as `--seconds=10`, `--payments=20` or `--products=5000`. */
function getNumberOption(name: string, defaultValue: number): number {
  const option = `--${name}=`;
  const value = process.argv.find((argument) => argument.startsWith(option))?.slice(option.length);
  return Number(value ?? defaultValue);
}

/** Measures the start, the most important pages and the catalog list of the demo shop. */
async function measureStore(dataDir: string): Promise<void> {
  await (await startAndMeasure(dataDir, "first start, with the demo shop", "90 s with a warm npm cache")).stop();
  const shop = await startAndMeasure(dataDir, "second start", "5 s");
  try {
    const { home, category, product } = await getBenchPaths(shop.origin);
    const pages = { home, category, product };
    for (const [name, path] of Object.entries(pages)) await measurePage(shop, name, path);
    await measureListing(shop.origin, "600 products", 20);
    const { origin } = shop;
    await runLoad({
      origin,
      paths: Object.values(pages),
      headers: plainHeaders,
      connections: CONNECTIONS,
      amount: MEMORY_TEST_PAGE_COUNT,
    });
    report(`memory after ${MEMORY_TEST_PAGE_COUNT} more pages`, `${getMemoryMb(shop.pid).toFixed(0)} MB`, "350 MB");
    const weight = await measurePageWeight(origin + product);
    report("scripts of the product page, Brotli", `${weight.scriptKb.toFixed(1)} KB`, "145 KB");
    report(
      "all resources of the product page, phone",
      `${weight.allKb.toFixed(1)} KB, ${weight.requests} requests`,
      "400 KB",
    );
    measureAssetSizes(report);
  } finally {
    await shop.stop();
  }
}

/** Measures a page at the maximum rate, compressed, and at a constant rate. */
async function measurePage({ origin, pid }: Storefront, name: string, path: string): Promise<void> {
  const loadOptions = { origin, paths: [path], connections: CONNECTIONS, seconds: SECONDS };
  await runLoad({ ...loadOptions, headers: plainHeaders, seconds: 3 });
  const cpuSecondsBefore = getCpuSeconds(pid);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await runLoad({ ...loadOptions, headers: plainHeaders }));
  const requestCount = runs.reduce((sum, { requestCount }) => sum + requestCount, 0);
  const cpuMsPerRequest = ((getCpuSeconds(pid) - cpuSecondsBefore) / requestCount) * 1000;
  const requestsPerSecond = calculateMedian(runs.map(({ perSecond }) => perSecond));
  const pageKb = calculateMedian(runs.map(({ bytes }) => bytes)) / 1024;
  report(
    `${name} page, ${CONNECTIONS} connections`,
    `${requestsPerSecond.toFixed(0)} pages/s, ${cpuMsPerRequest.toFixed(2)} ms of CPU, ${pageKb.toFixed(0)} KB`,
    "200 pages/s",
  );
  const compressedResult = await runLoad({ ...loadOptions, headers: compressedHeaders });
  report(
    `${name} page, Brotli`,
    `${compressedResult.perSecond.toFixed(0)} pages/s, ${(compressedResult.bytes / 1024).toFixed(1)} KB`,
  );
  const steadyResult = await runLoad({ origin, paths: [path], headers: plainHeaders, perSecond: 50, seconds: SECONDS });
  report(
    `${name} page at 50 requests/s`,
    `p50 ${steadyResult.p50.toFixed(1)} ms, p95 ${steadyResult.p95?.toFixed(1)} ms`,
    "p95 30 ms",
  );
}

/** Measures requests of the catalog list. @param targetP95Ms the target for the 95th percentile in ms */
async function measureListing(origin: string, catalogSize: string, targetP95Ms: number): Promise<void> {
  const { data: categories } = await fetchJson<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const slugs = Object.values(categories).map(({ link_rewrite }) => link_rewrite);
  const paths = slugs
    .slice(0, 8)
    .flatMap((slug) => [
      `/v1/products?category=${slug}`,
      `/v1/products?category=${slug}&price_min=500&price_max=3000&in_stock=1&sort=price_asc`,
      `/v1/products?category=${slug}&sort=rating&page=2&per_page=12`,
    ]);
  const headers = { accept: "application/json" };
  await runLoad({ origin, paths, headers, perSecond: 20, seconds: 2 });
  const loadResult = await runLoad({ origin, paths, headers, perSecond: 50, seconds: SECONDS });
  report(
    `listing with filters and facets, ${catalogSize}`,
    `p50 ${loadResult.p50.toFixed(1)} ms, p95 ${loadResult.p95?.toFixed(1)} ms`,
    `p95 ${targetP95Ms} ms`,
  );
}

/** Generates a large demo shop and measures its catalog list. */
async function measureLargeStore(dataDir: string): Promise<void> {
  const startedAt = performance.now();
  execFileSync(process.execPath, ["cli/src/main.ts", "demo", "generate", "--products", String(LARGE_CATALOG)], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  report(`generating ${LARGE_CATALOG} products`, `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const shop = await startStorefront(dataDir, { DEMO: "0" });
  try {
    await measureListing(shop.origin, `${LARGE_CATALOG} products`, 60);
  } finally {
    await shop.stop();
  }
}

/**
 * Reports quality and time of the search of the demo shop. Without load shedding: on a busy machine it would answer queries
 * with 503, which says nothing about their results.
 */
async function measureSearch(dataDir: string): Promise<void> {
  const shop = await startTestStorefront(dataDir);
  try {
    await measureSearchQuality(shop.origin, report);
  } finally {
    await shop.stop();
  }
}

/** Starts the built storefront, runs a measurement and stops it. */
async function withStorefront(dataDir: string, measure: (shop: Storefront) => Promise<void>): Promise<void> {
  const shop = await startStorefront(dataDir);
  try {
    await measure(shop);
  } finally {
    await shop.stop();
  }
}

/** Starts the storefront and reports how long that takes. */
async function startAndMeasure(dataDir: string, label: string, target: string): Promise<Storefront> {
  const startedAt = performance.now();
  // Pages are rendered for each request; `response-cache` measures the cache.
  const shop = await startStorefront(dataDir, { RESPONSE_CACHE_MB: "0" });
  report(label, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`, target);
  return shop;
}
