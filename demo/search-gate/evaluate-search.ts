import type { SearchResults } from "../../api/src/search/schema.ts";
import { type Locale, locales } from "../../api/src/platform/i18n/locale.ts";
import enQueries from "./en-US.json" with { type: "json" };
import ruQueries from "./ru-RU.json" with { type: "json" };

/**
 * What a query must find. Products are described by their attributes, never by their ids, so that the expectation does
 * not depend on today's results.
 */
type Expectation = {
  /** Slugs; the products of any of these categories, or below them. */
  category?: string[];
  /** Slugs of a brand, tag, concern and ingredient that each product has. */
  brand?: string;
  tag?: string;
  concern?: string;
  ingredient?: string;
  /** Slugs of ingredients, or ingredient groups, that no result at all may contain. */
  without?: string[];
  /** The path of the information page, article, brand or ingredient that must be the first answer. */
  answer?: string;
  /** Whether the store has nothing of the kind, so that no product and no page may be found. */
  nothing?: boolean;
};
type QueryGroup = { expected: Expectation; queries: string[] };

const gate: Record<Locale, readonly QueryGroup[]> = { "ru-RU": ruQueries, "en-US": enQueries };

/** Requests a path of the API and returns `data` of the response. */
export type Fetch = (path: string, locale: Locale) => Promise<unknown>;

/** The result of the everyday queries of a language. */
export type SearchQuality = {
  locale: Locale;
  /** The number of queries. */
  queries: number;
  /** The queries with wrong results, each with the reason. */
  failures: string[];
};

const RESULT_COUNT = 10;
const PAGE_SIZE = 96;
/** The share of expected products among the first results (as many as are expected, at most ten) that is sufficient. */
const MIN_PRECISION = 0.8;

/**
 * Runs the everyday queries of each language against a demo shop of 600 products.
 * @throws Error if no product meets an expectation without exclusions, because the query would measure nothing
 */
export async function evaluateSearch(fetchData: Fetch): Promise<SearchQuality[]> {
  const resolveExpectation = createResolver(fetchData);
  const qualities: SearchQuality[] = [];
  for (const locale of locales) {
    const failures: string[] = [];
    for (const { expected, queries } of gate[locale]) {
      for (const q of queries) {
        const failure = await findFailure(q, expected, locale);
        if (failure !== null) failures.push(`${q}: ${failure}`);
      }
    }
    const queries = gate[locale].reduce((sum, group) => sum + group.queries.length, 0);
    qualities.push({ locale, queries, failures });
  }
  return qualities;

  async function findFailure(q: string, expected: Expectation, locale: Locale): Promise<string | null> {
    const encoded = encodeURIComponent(q);
    const perPage = expected.without ? PAGE_SIZE : RESULT_COUNT;
    const list = (await fetchData(`/v1/products?q=${encoded}&per_page=${perPage}`, locale)) as SearchResults;
    if (expected.nothing) return list.total === 0 && !list.answers ? null : `finds ${describe(list)}`;
    if (expected.answer !== undefined)
      return list.answers?.[0]?.path === expected.answer ? null : `finds ${describe(list)}`;
    const expectedIds = await resolveExpectation(expected);
    const firstItems = list.items.slice(0, Math.min(RESULT_COUNT, expectedIds.size));
    const hits = firstItems.filter(({ id }) => expectedIds.has(id)).length;
    const isPrecise = hits >= MIN_PRECISION * firstItems.length && (hits > 0 || expectedIds.size === 0);
    const { without } = expected;
    const allowedIds = without && (await resolveExpectation({ without }));
    return isPrecise && (!allowedIds || list.items.every(({ id }) => allowedIds.has(id)))
      ? null
      : `finds ${describe(list)}`;
  }
}

function describe({ items, corrected, dropped, answers = [] }: SearchResults): string {
  const names = items.slice(0, 2).map(({ name }) => name);
  return [
    names.length > 0 ? names.join("; ") : "nothing",
    ...(corrected ? [`corrected to ${corrected.to}`] : []),
    ...(dropped ? [`without ${dropped.join(", ")}`] : []),
    ...answers.map(({ path }) => path),
  ].join(", ");
}

/** Returns a function that finds the ids of the products that meet an expectation. */
function createResolver(fetchData: Fetch): (expected: Expectation) => Promise<ReadonlySet<number>> {
  const idsByExpectation = new Map<string, Promise<ReadonlySet<number>>>();
  const fetchList = async (query: string) => (await fetchData(`/v1/products?${query}`, "ru-RU")) as SearchResults;
  const resolve = async (expected: Expectation) => {
    const { facets } = await fetchList("per_page=1");
    const getId = (values: readonly { id: number; slug: string }[], slug: string) =>
      values.find((value) => value.slug === slug)?.id ?? 0;
    const { brand, tag, concern, ingredient } = expected;
    const filter = [
      ...(brand === undefined ? [] : [`manufacturer=${getId(facets.manufacturers, brand)}`]),
      ...(tag === undefined ? [] : [`tag=${tag}`]),
      ...(concern === undefined ? [] : [`usage=${getId(facets.usages, concern)}`]),
      ...(ingredient === undefined ? [] : [`ingredient=${ingredient}`]),
      ...(expected.without ?? []).map((slug) => `without=${slug}`),
    ].join("&");
    const scopes = expected.category?.map((slug) => `category=${slug}&`) ?? [""];
    const ids = new Set<number>();
    for (const scope of scopes) {
      for (let page = 1; ; page++) {
        const { items, total } = await fetchList(`${scope}${filter}&per_page=${PAGE_SIZE}&page=${page}`);
        for (const { id } of items) ids.add(id);
        if (page * PAGE_SIZE >= total) break;
      }
    }
    if (ids.size === 0 && !expected.without) throw new Error(`no product meets ${JSON.stringify(expected)}`);
    return ids;
  };
  return (expected) => {
    const key = JSON.stringify(expected);
    const ids = idsByExpectation.get(key) ?? resolve(expected);
    idsByExpectation.set(key, ids);
    return ids;
  };
}
