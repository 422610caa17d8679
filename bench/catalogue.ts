// npm run bench -- catalogue: a large shop taken over from a file, and asked while others write.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { exportedRows } from "../api/src/catalogue/export-sql.ts";
import { csvLine } from "../api/src/catalogue/export.ts";
import { columnNames } from "../api/src/catalogue/import-columns.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { type Db, unhurried } from "../api/src/platform/db.ts";
import { refreshVocabulary } from "../api/src/search/sql.ts";
import { startBuiltShop } from "../e2e/built-shop.ts";
import { openHouse } from "../server/src/house.ts";
import way from "../shop/run.json" with { type: "json" };
import { ask, mostMemoryMb, type Note } from "./measure.ts";
import { read } from "./pages.ts";

const SMALL = 10_000;
const LARGE = 100_000;
const REVIEWS_EACH = 5;
const WRITERS = 5;
const SECONDS = 10;
const PER_SECOND = 20;
const headers = { accept: "application/json", "accept-language": "ru-RU" };

/** Asks of one kind, and how long the slowest twentieth of them may take. */
type Kind = { name: string; paths: string[]; wantedMs: number };

export async function measureCatalogue(folder: string, note: Note): Promise<void> {
  const small = await measureSize(folder, SMALL, note);
  const large = await measureSize(folder, LARGE, note);
  for (const [name, p95] of large) {
    const before = small.get(name) ?? Number.NaN;
    note(`${name}, ${LARGE} products against ${SMALL}`, `× ${(p95 / before).toFixed(1)}`, "× 3");
  }
}

/** @returns the 95th of a hundred of each kind, in ms */
async function measureSize(folder: string, products: number, note: Note): Promise<Map<string, number>> {
  const dataDir = join(folder, String(products));
  const file = join(folder, `${products}.csv`);
  mkdirSync(dataDir, { recursive: true });
  // The demonstration shop lends its shelves, makers and pictures.
  await (await startBuiltShop(dataDir, { DEMO: "1" })).stop();
  await withDatabase(dataDir, (db) => writeFile(db, file, products));
  const { seconds, memoryMb } = await importFile(dataDir, file);
  const wanted = products === LARGE ? "240 s, 400 MB" : "";
  note(`import of ${products} products`, `${seconds.toFixed(0)} s, ${memoryMb.toFixed(0)} MB`, wanted);
  await withDatabase(dataDir, async (db) => {
    await addReviews(db);
    await refreshVocabulary(db);
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`vacuum analyze`.execute(connection);
    });
  });
  return measureAsks(dataDir, products, note);
}

async function withDatabase(dataDir: string, work: (db: Db) => Promise<void>): Promise<void> {
  const { house, close } = await openHouse(readConfig({ DATA_DIR: dataDir }));
  try {
    await work(house.db);
  } finally {
    await close();
  }
}

/** Products like those of the demonstration shop, as many as wanted, each with a reference and an address of its own. */
async function writeFile(db: Db, file: string, products: number): Promise<void> {
  const rows = await exportedRows(db, 0, 600);
  const models = rows.filter((row) => row.is_first && row["option"] === 0);
  function* lines() {
    yield `${columnNames.join(",")}\n`;
    for (let n = 1; n <= products; n++) {
      const model = models[n % models.length];
      if (!model) throw new Error("the demonstration shop has no product in one form");
      const own = {
        reference: `BENCH-${n}`,
        slug: `bench-${n}`,
        barcode: null,
        price: 100 + ((n * 37) % 9000),
        old_price: null,
      };
      yield csvLine({ ...model, ...own, sale_ends_at: null, stock: n % 11 === 0 ? 0 : n % 90 });
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

async function importFile(dataDir: string, file: string): Promise<{ seconds: number; memoryMb: number }> {
  const began = performance.now();
  const shop = spawn(process.execPath, [...way.flags, "shop/src/main.ts", "import", "products", file], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, mostMemoryMb(shop.pid ?? 0));
  }, 200);
  const [code] = (await once(shop, "exit")) as [number];
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, memoryMb: most };
}

/** Five published reviews of each product, and what the cards say of them. */
async function addReviews(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await unhurried(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into reviews (product_id, customer_id, rating, text, locale, author_name, status, published_at)
      select p.id, c.id, 1 + (p.id * 7 + c.id) % 5, 'Хорошо', 'ru-RU', 'Анна', 'published', now() - make_interval(hours => c.id % 999)
      from products p cross join (select id from customers order by id limit ${REVIEWS_EACH}) c
      where p.reference like 'BENCH-%'`.execute(tx);
    await sql`
      update products p set rating_sum = r.sum, reviews_count = r.count, units_sold = p.id * 7919 % 1000
      from (select product_id, sum(rating) as sum, count(*) as count from reviews where status = 'published' group by 1) r
      where r.product_id = p.id`.execute(tx);
  });
}

async function measureAsks(dataDir: string, products: number, note: Note): Promise<Map<string, number>> {
  const shop = await startBuiltShop(dataDir, { DEMO: "0" });
  const found = new Map<string, number>();
  try {
    const kinds = await kindsOf(shop.origin);
    await withDatabase(dataDir, async (db) => {
      const rest = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, at) => write(db, at, rest.signal));
      for (const { name, paths, wantedMs } of kinds) {
        const load = { origin: shop.origin, paths, headers, perSecond: PER_SECOND };
        await ask({ ...load, seconds: 3 });
        const { p50, p95 = Number.NaN } = await ask({ ...load, seconds: SECONDS });
        found.set(name, p95);
        note(
          `${name}, ${products} products, ${WRITERS} writers`,
          `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
          products === LARGE ? `p95 ${wantedMs} ms` : "",
        );
      }
      rest.abort();
      await Promise.all(writers);
    });
  } finally {
    await shop.stop();
  }
  return found;
}

async function kindsOf(origin: string): Promise<Kind[]> {
  const { data: categories } = await read<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const { data: list } = await read<{ facets: { usages: { id: number }[] } }>(origin, "/v1/products?per_page=1");
  const shelves = Object.values(categories)
    .slice(0, 8)
    .map(({ link_rewrite }) => link_rewrite);
  const uses = list.facets.usages.slice(0, 4).map(({ id }) => id);
  const q = (words: string) => encodeURIComponent(words);
  return [
    {
      name: "listing with two filters and facets",
      paths: shelves.flatMap((shelf) =>
        uses.map((use) => `/v1/products?category=${shelf}&usage=${use}&price_min=500&price_max=6000`),
      ),
      wantedMs: 25,
    },
    {
      name: "search",
      paths: ["крем для лица", "шампунь", "ifvgeym", "Mizunora", "увлажняющий лосьон", "сыворотка с ретинолом"].map(
        (words) => `/v1/products?q=${q(words)}`,
      ),
      wantedMs: 40,
    },
    {
      name: "suggestions",
      paths: ["кре", "шамп", "миз", "лось", "сыворот"].map((words) => `/v1/search/suggest?q=${q(words)}`),
      wantedMs: 20,
    },
    {
      name: "product page data",
      paths: Array.from({ length: 200 }, (_, n) => `/v1/products/bench-${n * 47 + 1}`),
      wantedMs: 5,
    },
  ];
}

/** Changes stock and prices of one product after another, a few a second. */
async function write(db: Db, writer: number, signal: AbortSignal): Promise<void> {
  for (let n = writer + 1; !signal.aborted; n += WRITERS) {
    await sql`
      update product_variants v set stock = (v.stock + 1) % 90, price_minor = v.price_minor + case when v.stock % 2 = 0 then 100 else -100 end
      from products p where p.slug = ${`bench-${(n * 131) % SMALL}`} and v.product_id = p.id and v.price_minor > 1000`.execute(
      db,
    );
    await sleep(100);
  }
}
