import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "../api/src/platform/db/database.ts";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { startPostgres } from "../server/src/embedded-postgres/embedded-postgres.ts";
import { runLoad, calculateMedian, type Report } from "./measure.ts";
import { openChromium, phoneContext, slowNetwork, CPU_SLOWDOWN } from "./phone.ts";

const REVIEW_COUNT = 5000;
const OPTION_COUNT = 60;
const DURATION_SECONDS = 10;
const VISIT_COUNT = 5;
/** In every seventh review. */
const WORD = "аромат";
const headers = { accept: "text/html, application/json", "accept-language": "ru-RU" };

/** Measures the page of a product with 5,000 reviews and 60 options: response times, and Web Vitals on a slow phone. */
export async function measureProduct(dataDir: string, report: Report): Promise<void> {
  const postgres = await startPostgres(join(dataDir, "postgres"));
  const shop = await startStorefront(dataDir);
  const { db } = openDb(postgres.connection, () => undefined, 2);
  try {
    const { slug, lastOptionId } = await enlargeProduct(db);
    const { origin } = shop;
    const paths = {
      default: `/${slug}`,
      "best reviews first": `/${slug}?sort=high`,
      "last option": `/${slug}?option=${lastOptionId}`,
      "five stars": `/${slug}?stars=5`,
      "reviews with a word": `/${slug}?${new URLSearchParams({ word: WORD })}`,
      "API, newest reviews": `/v1/products/${slug}/reviews`,
      "API, five stars": `/v1/products/${slug}/reviews?stars=5&sort=helpful`,
      "API, reviews with a word": `/v1/products/${slug}/reviews?${new URLSearchParams({ word: WORD, sort: "helpful" })}`,
    };
    for (const [variant, path] of Object.entries(paths)) {
      await runLoad({ origin, paths: [path], headers, perSecond: 20, seconds: 3 });
      const loadResult = await runLoad({ origin, paths: [path], headers, perSecond: 50, seconds: DURATION_SECONDS });
      const measured = `p50 ${loadResult.p50.toFixed(1)} ms, p95 ${loadResult.p95?.toFixed(1)} ms, ${(loadResult.bytes / 1024).toFixed(0)} KB`;
      report(
        `product with ${REVIEW_COUNT} reviews and ${OPTION_COUNT} options at 50 requests/s, ${variant}`,
        measured,
        "p95 30 ms",
      );
    }
    const { largestPaintMs, layoutShift } = await measureVisits(`${origin}/${slug}`);
    report("largest contentful paint on a slow phone", `${calculateMedian(largestPaintMs).toFixed(0)} ms`, "1500 ms");
    report("cumulative layout shift", calculateMedian(layoutShift).toFixed(3), "0.02");
  } finally {
    await db.destroy();
    await shop.stop();
    await postgres.stop();
  }
}

/**
 * Adds options to a product that has some, and reviews by many customers.
 * @returns its slug, and its last option.
 */
async function enlargeProduct(db: Db): Promise<{ slug: string; lastOptionId: number }> {
  const { id, slug } = await db
    .selectFrom("products")
    .select(["id", "slug"])
    .where("status", "=", "active")
    .where("has_options", "=", true)
    .orderBy("units_sold", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`
    insert into product_variants (product_id, option_id, position, name_ru, name_en, swatch, price_minor, stock)
    select ${id}, known.last + n, 100 + n, 'Оттенок ' || n, 'Shade ' || n, '#AA3355', 100000 + n * 100, 5
    from (select max(option_id) as last, count(*) filter (where product_id = ${id}) as here from product_variants) known,
      generate_series(1, ${OPTION_COUNT} - known.here) n`.execute(db);
  await sql`
    with people as (
      insert into customers (email, password_hash, name, phone, locale)
      select 'bench-' || n || '@example.test', '-', 'М', '+79001234567', 'ru-RU' from generate_series(1, ${REVIEW_COUNT}::integer) n
      returning id)
    insert into reviews (product_id, customer_id, rating, text, locale, author_name, status, published_at)
    select ${id}, id, 1 + id % 5, repeat('Понравилось, возьму ещё. ', 1 + id % 8) || case when id % 7 = 0 then 'Приятный аромат.' else '' end, 'ru-RU', 'Мария К.', 'published',
      now() - id * interval '1 minute' from people`.execute(db);
  await sql`analyze reviews, product_variants, products`.execute(db);
  const { last: lastOptionId } = await db
    .selectFrom("product_variants")
    .select(({ fn }) => fn.max("option_id").as("last"))
    .where("product_id", "=", id)
    .executeTakeFirstOrThrow();
  return { slug, lastOptionId };
}

/** Measures the largest contentful paint on a slow phone, in ms from the start, and the layout shift. */
async function measureVisits(url: string): Promise<{ largestPaintMs: number[]; layoutShift: number[] }> {
  const browser = await openChromium();
  const largestPaintMs: number[] = [];
  const layoutShift: number[] = [];
  try {
    for (let visit = 0; visit <= VISIT_COUNT; visit++) {
      const context = await browser.newContext(phoneContext);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", slowNetwork);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      await page.goto(url, { waitUntil: "networkidle", timeout: 120_000 });
      const metrics = await page.evaluate(readPaintMetrics);
      await context.close();
      // The first visit creates the image sizes.
      if (visit === 0) continue;
      largestPaintMs.push(metrics.largestPaintMs);
      layoutShift.push(metrics.layoutShift);
    }
  } finally {
    await browser.close();
  }
  return { largestPaintMs, layoutShift };
}

/** Runs in the page: returns its largest contentful paint so far, and the sum of its layout shifts. */
async function readPaintMetrics(): Promise<{ largestPaintMs: number; layoutShift: number }> {
  const getEntries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, 500, []);
    });
  const layoutShifts = (await getEntries("layout-shift")) as (PerformanceEntry & { value: number })[];
  const largestPaintMs = (await getEntries("largest-contentful-paint")).at(-1)?.startTime ?? Number.NaN;
  return { largestPaintMs, layoutShift: layoutShifts.reduce((sum, { value }) => sum + value, 0) };
}
