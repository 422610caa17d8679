// npm run bench -- catalog: imports a large catalog from a file, and measures requests while others write.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listExportRows } from "../api/src/catalog/import/export-rows.ts";
import { formatCsvRow } from "../api/src/catalog/import/export-products.ts";
import { columnNames } from "../api/src/catalog/import/import-columns.ts";
import type { Db } from "../api/src/platform/db/database.ts";
import { disableStatementTimeout } from "../api/src/platform/db/statement-timeout.ts";
import { refreshVocabulary } from "../api/src/search/sql.ts";
import { startStorefront } from "../e2e/storefront.ts";
import runOptions from "../cli/run.json" with { type: "json" };
import { withApp } from "./app.ts";
import { runLoad, getPeakMemoryMb, type Report } from "./measure.ts";
import { fetchJson } from "./pages.ts";

const SMALL_CATALOG = 10_000;
const LARGE_CATALOG = 100_000;
const REVIEWS_PER_PRODUCT = 5;
const WRITER_COUNT = 5;
const DURATION_SECONDS = 10;
const REQUESTS_PER_SECOND = 20;
const headers = { accept: "application/json", "accept-language": "ru-RU" };

/** Requests of one kind, with the target for their 95th percentile in ms. */
type RequestGroup = { name: string; paths: string[]; targetP95Ms: number };

/**
 * Measures the import of a small and a large catalog and the response times of both, which should grow less than
 * threefold.
 */
export async function measureCatalog(folder: string, report: Report): Promise<void> {
  const small = await measureSize(folder, SMALL_CATALOG, report);
  const large = await measureSize(folder, LARGE_CATALOG, report);
  for (const [name, p95] of large) {
    const smallP95 = small.get(name) ?? Number.NaN;
    report(`${name}, ${LARGE_CATALOG} products against ${SMALL_CATALOG}`, `× ${(p95 / smallP95).toFixed(1)}`, "× 3");
  }
}

/** @returns the 95th percentile of each group, in ms */
async function measureSize(folder: string, productCount: number, report: Report): Promise<Map<string, number>> {
  const dataDir = join(folder, String(productCount));
  const file = join(folder, `${productCount}.csv`);
  mkdirSync(dataDir, { recursive: true });
  // The demo store provides categories, brands and images.
  await (await startStorefront(dataDir, { DEMO: "1" })).stop();
  await withApp(dataDir, ({ db }) => writeImportFile(db, file, productCount));
  const { seconds, memoryMb } = await importFile(dataDir, file);
  const target = productCount === LARGE_CATALOG ? "240 s, 400 MB" : "";
  report(`import of ${productCount} products`, `${seconds.toFixed(0)} s, ${memoryMb.toFixed(0)} MB`, target);
  await withApp(dataDir, async ({ db }) => {
    await addReviews(db);
    await refreshVocabulary(db);
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`vacuum analyze`.execute(connection);
    });
  });
  return measureRequests(dataDir, productCount, report);
}

/** Writes copies of the demo products to an import file, each with its own reference and slug. */
async function writeImportFile(db: Db, file: string, productCount: number): Promise<void> {
  const rows = await listExportRows(db, 0, 600);
  const templates = rows.filter((row) => row.is_first && row["option"] === 0);
  function* lines() {
    yield `${columnNames.join(",")}\n`;
    for (let n = 1; n <= productCount; n++) {
      const template = templates[n % templates.length];
      if (!template) throw new Error("the demo store has no product without options");
      const overrides = {
        reference: `BENCH-${n}`,
        slug: `bench-${n}`,
        barcode: null,
        price: 100 + ((n * 37) % 9000),
        old_price: null,
      };
      yield formatCsvRow({ ...template, ...overrides, sale_ends_at: null, stock: n % 11 === 0 ? 0 : n % 90 });
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** Imports a file with the CLI in a process of its own. @returns its duration and its peak memory */
async function importFile(dataDir: string, file: string): Promise<{ seconds: number; memoryMb: number }> {
  const startedAt = performance.now();
  const importProcess = spawn(process.execPath, [...runOptions.flags, "cli/src/main.ts", "import", "products", file], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let maxMemoryMb = 0;
  const memoryTimer = setInterval(() => {
    maxMemoryMb = Math.max(maxMemoryMb, getPeakMemoryMb(importProcess.pid ?? 0));
  }, 200);
  const [code] = (await once(importProcess, "exit")) as [number];
  clearInterval(memoryTimer);
  if (code !== 0) throw new Error(`the import exited with code ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, memoryMb: maxMemoryMb };
}

/** Adds five published reviews to each product, and updates the product's rating. */
async function addReviews(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into reviews (product_id, customer_id, rating, text, locale, author_name, status, published_at)
      select p.id, c.id, 1 + (p.id * 7 + c.id) % 5, 'Хорошо', 'ru-RU', 'Анна', 'published', now() - make_interval(hours => c.id % 999)
      from products p cross join (select id from customers order by id limit ${REVIEWS_PER_PRODUCT}) c
      where p.reference like 'BENCH-%'`.execute(tx);
    await sql`
      update products p set rating_sum = r.sum, reviews_count = r.count, units_sold = p.id * 7919 % 1000
      from (select product_id, sum(rating) as sum, count(*) as count from reviews where status = 'published' group by 1) r
      where r.product_id = p.id`.execute(tx);
  });
}

/** Measures the response times of each group of requests, while other connections write. @returns their p95 in ms */
async function measureRequests(dataDir: string, productCount: number, report: Report): Promise<Map<string, number>> {
  const shop = await startStorefront(dataDir, { DEMO: "0" });
  const p95ByGroup = new Map<string, number>();
  try {
    const groups = await getRequestGroups(shop.origin);
    await withApp(dataDir, async ({ db }) => {
      const abortController = new AbortController();
      const writers = Array.from({ length: WRITER_COUNT }, (_, index) =>
        updateStockAndPrices(db, index, abortController.signal),
      );
      for (const { name, paths, targetP95Ms } of groups) {
        const load = { origin: shop.origin, paths, headers, perSecond: REQUESTS_PER_SECOND };
        await runLoad({ ...load, seconds: 3 });
        const { p50, p95 = Number.NaN } = await runLoad({ ...load, seconds: DURATION_SECONDS });
        p95ByGroup.set(name, p95);
        report(
          `${name}, ${productCount} products, ${WRITER_COUNT} writers`,
          `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
          productCount === LARGE_CATALOG ? `p95 ${targetP95Ms} ms` : "",
        );
      }
      abortController.abort();
      await Promise.all(writers);
    });
  } finally {
    await shop.stop();
  }
  return p95ByGroup;
}

async function getRequestGroups(origin: string): Promise<RequestGroup[]> {
  const { data: categories } = await fetchJson<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const { data: list } = await fetchJson<{ facets: { usages: { id: number }[] } }>(origin, "/v1/products?per_page=1");
  const categorySlugs = Object.values(categories)
    .slice(0, 8)
    .map(({ link_rewrite }) => link_rewrite);
  const concernIds = list.facets.usages.slice(0, 4).map(({ id }) => id);
  const encode = (query: string) => encodeURIComponent(query);
  return [
    {
      name: "listing with two filters and facets",
      paths: categorySlugs.flatMap((slug) =>
        concernIds.map((concernId) => `/v1/products?category=${slug}&usage=${concernId}&price_min=500&price_max=6000`),
      ),
      targetP95Ms: 25,
    },
    {
      name: "search",
      paths: ["крем для лица", "шампунь", "ifvgeym", "Mizunora", "увлажняющий лосьон", "сыворотка с ретинолом"].map(
        (query) => `/v1/products?q=${encode(query)}`,
      ),
      targetP95Ms: 40,
    },
    {
      name: "suggestions",
      paths: ["кре", "шамп", "миз", "лось", "сыворот"].map((query) => `/v1/search/suggest?q=${encode(query)}`),
      targetP95Ms: 20,
    },
    {
      name: "product page data",
      paths: Array.from({ length: 200 }, (_, n) => `/v1/products/bench-${n * 47 + 1}`),
      targetP95Ms: 5,
    },
  ];
}

/** Updates stock and price of one product after another, about ten per second. */
async function updateStockAndPrices(db: Db, writer: number, signal: AbortSignal): Promise<void> {
  for (let n = writer + 1; !signal.aborted; n += WRITER_COUNT) {
    await sql`
      update product_variants v set stock = (v.stock + 1) % 90, price_minor = v.price_minor + case when v.stock % 2 = 0 then 100 else -100 end
      from products p where p.slug = ${`bench-${(n * 131) % SMALL_CATALOG}`} and v.product_id = p.id and v.price_minor > 1000`.execute(
      db,
    );
    await sleep(100);
  }
}
