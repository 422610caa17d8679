import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the first ten results must contain: products that are in one of these categories, of this brand, with one of
 * these words in the Russian name, and with one of these references. An absent condition is always met.
 */
type ExpectedProducts = { category?: string[]; brand?: string; name?: string[]; reference?: string[] };
type RatedQuery = { q: string; expected: ExpectedProducts };
type FoundProduct = { id: number; name: string; reference: string };
type ProductList = { items: FoundProduct[]; total: number };

/** The quality of the results of a set of queries. */
export type SearchQuality = {
  name: string;
  queries: number;
  /** Ratios from 0 to 1. */
  recall: number;
  reciprocalRank: number;
  noResultShare: number;
  /** Queries whose first ten results lack an expected product. */
  incompleteQueries: string[];
};

const RESULT_COUNT = 10;
const PAGE_SIZE = 96;

/**
 * Runs all rated queries, correct and misspelled (wrong keyboard layout, typos, brands as they sound).
 * @returns the quality for each set of queries in search-queries.json
 */
export async function evaluateSearch(origin: string): Promise<SearchQuality[]> {
  const file = readFileSync(join(import.meta.dirname, "search-queries.json"), "utf8");
  const getExpectedIds = await createExpectationResolver(origin);
  const qualities: SearchQuality[] = [];
  for (const [name, queries] of Object.entries(JSON.parse(file) as Record<string, RatedQuery[]>)) {
    const results: (QueryResult & { q: string })[] = [];
    for (const { q, expected } of queries)
      results.push({ q, ...evaluateResults(await fetchFirstResults(origin, q), await getExpectedIds(expected)) });
    const calculateMean = (getValue: (one: QueryResult) => number) =>
      results.reduce((sum, one) => sum + getValue(one), 0) / results.length;
    qualities.push({
      name,
      queries: results.length,
      recall: calculateMean(({ recall }) => recall),
      reciprocalRank: calculateMean(({ rank }) => (rank === undefined ? 0 : 1 / rank)),
      noResultShare: calculateMean(({ resultCount }) => (resultCount === 0 ? 1 : 0)),
      incompleteQueries: results
        .filter(({ recall }) => recall < 1)
        .map(({ q, recall }) => `${q} (${recall.toFixed(2)})`),
    });
  }
  return qualities;
}

type QueryResult = { recall: number; rank: number | undefined; resultCount: number };

function evaluateResults(resultIds: readonly number[], expectedIds: ReadonlySet<number>): QueryResult {
  const hits = resultIds.filter((id) => expectedIds.has(id)).length;
  const firstHitIndex = resultIds.findIndex((id) => expectedIds.has(id));
  return {
    recall: hits / Math.min(RESULT_COUNT, expectedIds.size),
    rank: firstHitIndex < 0 ? undefined : firstHitIndex + 1,
    resultCount: resultIds.length,
  };
}

async function fetchFirstResults(origin: string, q: string): Promise<number[]> {
  const { items } = await fetchProducts(origin, `q=${encodeURIComponent(q)}&per_page=${RESULT_COUNT}`);
  return items.map(({ id }) => id);
}

/**
 * Returns a function that finds the expected products of a query.
 * @throws if there are none, because the query would
 * measure nothing.
 */
async function createExpectationResolver(
  origin: string,
): Promise<(expected: ExpectedProducts) => Promise<ReadonlySet<number>>> {
  const allProducts = await fetchAllProducts(origin, "");
  const { items: brands } = await fetchJson<{ items: { id: number; slug: string }[] }>(origin, "/v1/manufacturers");
  return async (expected) => {
    const candidateLists: FoundProduct[][] = [
      allProducts.filter(({ name, reference }) => {
        const hasName = expected.name?.some((part) => name.toLowerCase().includes(part)) ?? true;
        return hasName && (expected.reference?.includes(reference) ?? true);
      }),
    ];
    if (expected.category) {
      const categoryProducts = await Promise.all(
        expected.category.map((slug) => fetchAllProducts(origin, `category=${slug}`)),
      );
      candidateLists.push(categoryProducts.flat());
    }
    if (expected.brand) {
      const brand = brands.find(({ slug }) => slug === expected.brand);
      candidateLists.push(await fetchAllProducts(origin, `manufacturer=${brand?.id ?? 0}`));
    }
    const [firstIds = [], ...otherIds] = candidateLists.map((products) => new Set(products.map(({ id }) => id)));
    const expectedIds = new Set([...firstIds].filter((id) => otherIds.every((other) => other.has(id))));
    if (expectedIds.size === 0)
      throw new Error(`no product matches ${JSON.stringify(expected)}: the queries belong to other demo data`);
    return expectedIds;
  };
}

/** Requests all pages of a product list. */
async function fetchAllProducts(origin: string, query: string): Promise<FoundProduct[]> {
  const products: FoundProduct[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await fetchProducts(origin, `${query}&per_page=${PAGE_SIZE}&page=${page}`);
    products.push(...items);
    if (products.length >= total || items.length === 0) return products;
  }
}

const fetchProducts = (origin: string, query: string) => fetchJson<ProductList>(origin, `/v1/products?${query}`);

async function fetchJson<T>(origin: string, path: string): Promise<T> {
  const response = await fetch(origin + path, { headers: { accept: "application/json", "accept-language": "ru-RU" } });
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return ((await response.json()) as { data: T }).data;
}
