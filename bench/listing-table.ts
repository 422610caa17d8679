// npm run bench -- listing-table: lists and searches of a very large catalog, answered by the database.
import { fillLargeCatalog } from "../api/test/large-catalog.ts";
import { switchListingTable } from "../api/src/catalog/product-index/jobs.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { openAppContext } from "../server/src/app-context.ts";
import { getDatabaseUrl } from "../server/test/database-url.ts";
import { createSeededRandom } from "../server/test/seeded-random.ts";
import { getMemoryMb, type Report } from "./measure.ts";

const REQUESTS = 400;
const SEED = 1;
const MAX_LIST_MS = 60;
const MAX_SEARCH_MS = 100;
const kinds = ["шампунь", "крем", "лосьон", "маска", "сыворотка", "тоник", "гель", "пена", "масло", "порошок"];
const traits = ["увлажняющий", "питательный", "мягкий", "белый", "вечерний", "дневной", "рисовый", "морской"];

/** Measures requests one after another, without the cache of responses. @param products of the catalog */
export async function measureListingTable(dataDir: string, products: number, report: Report): Promise<void> {
  // The database runs as long as this process has it open.
  const { app, connection, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }));
  try {
    await fillLargeCatalog(app.db, products);
    const startedAt = performance.now();
    await switchListingTable({ ...app, config: { productIndex: "database" } });
    report(`${products} products: copied to the table`, `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    await measureRequests(dataDir, getDatabaseUrl(connection), report);
  } finally {
    await close();
  }
}

async function measureRequests(dataDir: string, databaseUrl: string, report: Report): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, DEMO: "0", RESPONSE_CACHE_MB: "0", ROLE: "api" };
  const startedAt = performance.now();
  const store = await startStorefront(dataDir, env);
  try {
    report("start of a process", `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    const random = createSeededRandom(SEED);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const chance = (share: number) => random() < share;
    const createList = () => {
      // Most shoppers look at the lowest level of categories, some at what is above it or at all products.
      const place = chance(0.75)
        ? `category=leaf-${Math.floor(random() * 60)}`
        : chance(0.8)
          ? `category=top-${1 + Math.floor(random() * 6)}`
          : "collection=new-products";
      const choices = [
        chance(0.3) ? `&manufacturer=${1 + Math.floor(random() * 40)}` : "",
        chance(0.2) ? `&price_max=${1000 + Math.floor(random() * 5) * 1000}` : "",
        chance(0.2) ? "&in_stock=1" : "",
        chance(0.3) ? `&sort=${pick(["price_asc", "price_desc", "new", "rating", "discount"])}` : "",
        chance(0.3) ? `&page=${2 + Math.floor(random() * 5)}` : "",
      ];
      return `/v1/products?${place}${choices.join("")}`;
    };
    const createSearch = () => {
      const words = [
        pick(kinds),
        ...(chance(0.8) ? [pick(traits)] : []),
        ...(chance(0.2) ? [`maker ${1 + Math.floor(random() * 40)}`] : []),
      ];
      return `/v1/products?q=${encodeURIComponent(words.join(" "))}${chance(0.2) ? "&in_stock=1" : ""}`;
    };
    await measure(store.origin, Array.from({ length: 50 }, createList));
    const lists = await measure(store.origin, Array.from({ length: REQUESTS }, createList));
    const searches = await measure(store.origin, Array.from({ length: REQUESTS }, createSearch));
    report(`${REQUESTS} lists, one after another`, describe(lists), `p95 ${MAX_LIST_MS} ms`);
    report(`${REQUESTS} searches, one after another`, describe(searches), `p95 ${MAX_SEARCH_MS} ms`);
    report("memory of the process", `${getMemoryMb(store.pid).toFixed(0)} MB`, "300 MB");
  } finally {
    await store.stop();
  }
}

async function measure(origin: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const response = await fetch(origin + path, { headers: { "accept-language": "ru-RU", cookie: "destination=RU" } });
    await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b);
}

function describe(times: readonly number[]): string {
  const getPercentile = (percent: number) => (times[Math.floor(((times.length - 1) * percent) / 100)] ?? 0).toFixed(0);
  return `p50 ${getPercentile(50)} ms, p95 ${getPercentile(95)} ms, longest ${getPercentile(100)} ms`;
}
