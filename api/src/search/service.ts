import type { ProductList, ProductsQuery } from "../catalog/schema.ts";
import { getProductIndex, type SearchMatches } from "../catalog/product-index/service.ts";
import { listProducts } from "../catalog/listing/service.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import type { Db, RootDb } from "../platform/db/database.ts";
import { cachedUntilChanged } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type Hits, findHits } from "./hit-cache.ts";
import { popularQueries } from "./popular-queries.ts";
import { findProductsByCode, findStems, loadVocabulary } from "./sql.ts";
import { findBestCategories, listFallbacks, matchesTerm, buildTsquery } from "./query/tsquery.ts";
import {
  type ParseOptions,
  type QueryReading,
  type QueryTerm,
  parseQuery,
  listWordsToStem,
} from "./query/parse-query.ts";
import { Vocabulary } from "./query/vocabulary.ts";
import { extractCode, tokenize } from "./query/tokenize.ts";

const VOCABULARY_CACHE_MS = 15_000;
/** If at least this many product names match, products that match only in their description are omitted. */
const MIN_NAME_MATCHES = 12;
const MAX_ALTERNATIVES = 5;

const vocabularyCache = cachedUntilChanged(VOCABULARY_CACHE_MS, async (db) => {
  const { words, synonyms, categories, brands } = await loadVocabulary(db);
  const rows = await findStems(db, [...new Set(synonyms.flatMap(({ synonym }) => tokenize(synonym)))]);
  const normalizedSynonyms = synonyms.map(({ word, synonym }) => ({ word: tokenize(word).join(" "), synonym }));
  const stems = new Map(rows.map((row) => [row.word, row.stem]));
  return { vocabulary: new Vocabulary(words, normalizedSynonyms, brands), stems, categories };
});

/** The result of a search: the products, and how the query was interpreted. */
export type SearchResult = Readonly<{
  /** Has no ids if nothing was found. */
  matches: SearchMatches;
  /** The terms that were searched for; empty if the query is a product code. */
  terms: readonly QueryTerm[];
  /** The corrected query, or null if nothing was corrected. */
  correction: string | null;
  /** Words of the query that were ignored, as written. */
  dropped: readonly string[];
}>;

/**
 * Parses a query with the shop's vocabulary.
 * @returns the possible interpretations, the most likely first
 */
export async function interpretQuery(
  db: Db,
  q: string,
  options: ParseOptions = {},
): Promise<[QueryReading, ...QueryReading[]]> {
  const cached = await vocabularyCache.get(db);
  const words = listWordsToStem(q);
  const rows = await findStems(
    db,
    words,
    words.filter((word) => !cached.vocabulary.get(word)),
  );
  const stems = new Map(rows.map((row) => [row.word, row]));
  return parseQuery(q, cached.vocabulary, {
    getStem: (word) => stems.get(word)?.stem ?? cached.stems.get(word) ?? word,
    isUsed: (word) => stems.get(word)?.inUse ?? false,
    ...options,
  });
}

/** Searches products, first by reference or barcode, then by words, which are corrected if they are unknown. */
export async function search(db: RootDb, q: string, options: ParseOptions = {}): Promise<SearchResult> {
  const code = extractCode(q);
  if (code) {
    const { ids, exactIds } = await findProductsByCode(db, code);
    if (ids.length > 0) {
      const matches = { products: await getProductIndex(db), ids, rank: [hasIdIn(new Set(exactIds))] };
      return { matches, terms: [], correction: null, dropped: [] };
    }
  }
  const interpretations = await interpretQuery(db, q, options);
  const [mostLikely] = interpretations;
  const attempts = [
    ...interpretations.map((reading) => ({ reading, terms: reading.terms })),
    ...(options.exact ? [] : listFallbacks(mostLikely.terms).map((terms) => ({ reading: mostLikely, terms }))),
  ].filter(({ terms }) => terms.length > 0);
  const queries = attempts.map(({ terms }) => ({
    query: buildTsquery(terms),
    exact: buildTsquery(terms.map(withoutSynonyms)),
  }));
  const { products, hits } = await findHits(db, queries, MIN_NAME_MATCHES);
  const chosen = hits && attempts[hits.first];
  const { terms, text, isCorrected } = chosen?.reading ?? mostLikely;
  const correction = isCorrected ? text : null;
  if (!chosen) return { matches: { products, ids: [], rank: [] }, terms, correction, dropped: [] };
  const dropped = terms.filter((term) => !chosen.terms.includes(term)).map(({ original }) => original);
  const cached = await vocabularyCache.get(db);
  const matches = {
    products,
    ids: hits.ids,
    rank: buildRankConditions(hits, findBestCategories(chosen.terms, cached.categories)),
  };
  return { matches, terms: chosen.terms, correction, dropped };
}

/** Returns the ids of the categories whose names match all terms. */
export async function findCategoriesNamed(db: Db, terms: readonly QueryTerm[]): Promise<ReadonlySet<number>> {
  const { categories } = await vocabularyCache.get(db);
  const namedCategories = categories.filter(
    ({ words }) => terms.length > 0 && terms.every((term) => matchesTerm(term, words)),
  );
  return new Set(namedCategories.map(({ id }) => id));
}

/** Returns a term without its synonyms. */
const withoutSynonyms = (term: QueryTerm): QueryTerm => ({ ...term, alternatives: term.alternatives.slice(0, 1) });

/** Builds relevance conditions: matching category first, then names without synonyms, then names with synonyms. */
function buildRankConditions(
  { nameMatches, exactNameMatches }: Hits,
  categoryIds: readonly number[],
): SearchMatches["rank"] {
  return [
    ...(categoryIds.length > 0
      ? [({ category_id }: { category_id: number }) => categoryIds.includes(category_id)]
      : []),
    ...(exactNameMatches ? [hasIdIn(exactNameMatches)] : []),
    ...(nameMatches ? [hasIdIn(nameMatches)] : []),
  ];
}

const hasIdIn =
  (ids: ReadonlySet<number>) =>
  ({ id }: { id: number }) =>
    ids.has(id);

/** Returns a page of all products, or of those that match `q`. Refuses `category_not_found`. */
export async function listOrSearch(
  db: RootDb,
  { q, ...query }: ProductsQuery,
  shopper: ShopperContext,
): Promise<ProductList> {
  if (!q) return listProducts(db, query, shopper);
  const result = await search(db, q, { exact: query.exact });
  const list = await listProducts(db, query, shopper, result.matches);
  return {
    ...list,
    ...(result.correction ? { corrected: { from: q, to: result.correction } } : {}),
    ...(result.dropped.length > 0 ? { dropped: [...result.dropped] } : {}),
    ...(result.matches.ids.length > 0 ? {} : { close: await findAlternativeQueries(db, q, shopper.locale) }),
  };
}

/** Returns alternatives to a query that found nothing: similar words, then popular queries. */
async function findAlternativeQueries(db: Db, q: string, locale: Locale): Promise<string[]> {
  const [cached, popular] = await Promise.all([vocabularyCache.get(db), popularQueries[locale].get(db)]);
  const similarWords = tokenize(q).flatMap((word) => cached.vocabulary.findSimilarWords(word).slice(0, 2));
  return [...new Set([...similarWords, ...popular])].slice(0, MAX_ALTERNATIVES);
}
