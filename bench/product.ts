import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDb } from "../api/src/platform/db.ts";
import { startBuiltShop } from "../e2e/built-shop.ts";
import { startPostgres } from "../server/src/postgres.ts";
import { ask, median, type Note } from "./measure.ts";
import { openChromium, phone, slowNetwork, SLOWER_PROCESSOR } from "./phone.ts";

const REVIEWS = 5000;
const OPTIONS = 60;
const SECONDS = 10;
const VISITS = 5;
const headers = { accept: "text/html", "accept-language": "ru-RU" };

/** The page of a product that 5,000 people judged and that comes in 60 shades: how fast it is written, and when a phone sees it. */
export async function measureProduct(dataDir: string, note: Note): Promise<void> {
  const postgres = await startPostgres(join(dataDir, "postgres"));
  const shop = await startBuiltShop(dataDir);
  const { db } = openDb(postgres.connection, () => undefined, 2);
  try {
    const { slug, last } = await growProduct(db);
    const { origin } = shop;
    const paths = {
      "as it is": `/${slug}`,
      "the best first": `/${slug}?sort=high`,
      "its last option": `/${slug}?option=${last}`,
    };
    for (const [which, path] of Object.entries(paths)) {
      await ask({ origin, paths: [path], headers, perSecond: 20, seconds: 3 });
      const seen = await ask({ origin, paths: [path], headers, perSecond: 50, seconds: SECONDS });
      const reached = `p50 ${seen.p50.toFixed(1)} ms, p95 ${seen.p95?.toFixed(1)} ms, ${(seen.bytes / 1024).toFixed(0)} KB`;
      note(`product with ${REVIEWS} reviews and ${OPTIONS} options at 50 a second, ${which}`, reached, "p95 30 ms");
    }
    const { largest, shift } = await visits(`${origin}/${slug}`);
    note("its largest paint on a slow phone", `${median(largest).toFixed(0)} ms`, "1500 ms");
    note("what moves on it meanwhile", median(shift).toFixed(3), "0.02");
  } finally {
    await db.destroy();
    await shop.stop();
    await postgres.stop();
  }
}

/** Makes a product with options one with many more of them, and has many people judge it. @returns its slug, and its last option. */
async function growProduct(db: Db): Promise<{ slug: string; last: number }> {
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
      generate_series(1, ${OPTIONS} - known.here) n`.execute(db);
  await sql`
    with people as (
      insert into customers (email, password_hash, name, phone, locale)
      select 'bench-' || n || '@example.test', '-', 'М', '+79001234567', 'ru-RU' from generate_series(1, ${REVIEWS}::integer) n
      returning id)
    insert into reviews (product_id, customer_id, rating, text, locale, author_name, status, published_at)
    select ${id}, id, 1 + id % 5, repeat('Понравилось, возьму ещё. ', 1 + id % 8), 'ru-RU', 'Мария К.', 'published',
      now() - id * interval '1 minute' from people`.execute(db);
  await sql`analyze reviews, product_variants, products`.execute(db);
  const { last } = await db
    .selectFrom("product_variants")
    .select(({ fn }) => fn.max("option_id").as("last"))
    .where("product_id", "=", id)
    .executeTakeFirstOrThrow();
  return { slug, last };
}

/** When the largest part of the page is painted on a slow phone, in ms from the start, and how far things moved. */
async function visits(address: string): Promise<{ largest: number[]; shift: number[] }> {
  const browser = await openChromium();
  const largest: number[] = [];
  const shift: number[] = [];
  try {
    for (let visit = 0; visit <= VISITS; visit++) {
      const context = await browser.newContext(phone);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", slowNetwork);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
      await page.goto(address, { waitUntil: "networkidle", timeout: 120_000 });
      const seen = await page.evaluate(paints);
      await context.close();
      // The first one has the pictures made.
      if (visit === 0) continue;
      largest.push(seen.largest);
      shift.push(seen.shift);
    }
  } finally {
    await browser.close();
  }
  return { largest, shift };
}

/** In the page: its largest paint so far, and the sum of what has moved. */
async function paints(): Promise<{ largest: number; shift: number }> {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, 500, []);
    });
  const moved = (await entries("layout-shift")) as (PerformanceEntry & { value: number })[];
  const largest = (await entries("largest-contentful-paint")).at(-1)?.startTime ?? Number.NaN;
  return { largest, shift: moved.reduce((sum, { value }) => sum + value, 0) };
}
