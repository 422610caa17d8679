import type { ProductsQuery } from "../catalog/schema.ts";
import { getProductIndex, type ProductIndex, type SearchMatches } from "../catalog/product-index/service.ts";
import { findProductIdsThatMayContain, listProducts } from "../catalog/listing/service.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import type { Db, RootDb } from "../platform/db/database.ts";
import { cachedUntilChanged } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { findHits, type Hits } from "./hit-cache.ts";
import type { SearchAnswer, SearchResults } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { findProductIdsNamed, findProductsByCode, findStems, loadVocabulary } from "./sql.ts";
import { findBestCategories, isNamedBy, listFallbacks, buildTsquery } from "./query/tsquery.ts";
import {
  type ParseOptions,
  type QueryReading,
  type QueryTerm,
  parseQuery,
  listWordsToStem,
} from "./query/parse-query.ts";
import type { Exclusion } from "./query/exclusions.ts";
import { type CategoryWords, Vocabulary } from "./query/vocabulary.ts";
import { extractCode, tokenize } from "./query/tokenize.ts";

const VOCABULARY_CACHE_MS = 15_000;
/** If at least this many product names match, products that match only in their description are omitted. */
const MIN_NAME_MATCHES = 12;
const MAX_ALTERNATIVES = 5;
const MAX_ANSWERS = 4;

const vocabularyCache = cachedUntilChanged(VOCABULARY_CACHE_MS, async (db) => {
  const { words, synonyms, categories, brands } = await loadVocabulary(db);
  const categoryNames = categories.map((category) => [tokenize(category.name_ru), tokenize(category.name_en)]);
  const rows = await findStems(db, [
    ...new Set([...synonyms.flatMap(({ synonym }) => tokenize(synonym)), ...categoryNames.flat(2)]),
  ]);
  const normalizedSynonyms = synonyms.map(({ word, synonym }) => ({ word: tokenize(word).join(" "), synonym }));
  const stems = new Map(rows.map((row) => [row.word, row.stem]));
  const toNameWords = (name: readonly string[]) =>
    name.map((word) => ({ word, stem: stems.get(word) ?? word })).filter(({ stem }) => stem !== "");
  return {
    vocabulary: new Vocabulary(words, normalizedSynonyms, brands),
    stems,
    categories: categories.map(({ id, path }, index) => ({
      ...{ id, path },
      names: (categoryNames[index] ?? []).map(toNameWords),
    })),
  };
});

/** The result of a search: the products, and how the query was interpreted. */
export type SearchResult = Readonly<{
  /** Has no ids if nothing was found. */
  matches: SearchMatches;
  /** The terms that were searched for; empty if the query is a product code. */
  terms: readonly QueryTerm[];
  /** The corrected query, or null if nothing was corrected. */
  correction: string | null;
  /** The terms of the query that were ignored. */
  dropped: readonly QueryTerm[];
  /** The words of what the query excluded, as terms. */
  excludedTerms: readonly QueryTerm[];
  /** What the query excluded, as written, and the number of active products that were left out because of it. */
  excluded: ExcludedProducts | null;
}>;

/** `query` is what was searched for apart from the exclusion. */
type ExcludedProducts = { words: string[]; count: number; query: string };

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

/** Returns a single unknown Latin word, which may be the beginning of references, such as "MZN"; or undefined. */
async function findCodePrefix(db: Db, q: string): Promise<string | undefined> {
  const [word, ...otherWords] = tokenize(q);
  const isCandidate = word !== undefined && otherWords.length === 0 && /^[a-z]{3,}$/.test(word);
  return isCandidate && !(await vocabularyCache.get(db)).vocabulary.get(word) ? word : undefined;
}

/** Searches products, first by reference or barcode, then by words, which are corrected if they are unknown. */
export async function search(db: RootDb, q: string, options: ParseOptions = {}): Promise<SearchResult> {
  const code = extractCode(q) ?? (await findCodePrefix(db, q));
  if (code) {
    const { ids, exactIds } = await findProductsByCode(db, code);
    if (ids.length > 0) {
      const matches = { products: await getProductIndex(db), ids, rank: [hasIdIn(new Set(exactIds))] };
      return { matches, terms: [], correction: null, dropped: [], excludedTerms: [], excluded: null };
    }
  }
  return searchWords(db, await interpretQuery(db, q, options), options);
}

type Attempt = { reading: QueryReading; terms: readonly QueryTerm[] };
type Found = { products: ProductIndex; chosen: Attempt | undefined; hits: Hits | null };

async function searchWords(
  db: RootDb,
  interpretations: readonly [QueryReading, ...QueryReading[]],
  options: ParseOptions,
): Promise<SearchResult> {
  const [mostLikely] = interpretations;
  const attempts = [
    ...interpretations.map((reading) => ({ reading, terms: reading.terms })),
    ...(options.exact ? [] : listFallbacks(mostLikely.terms).map((terms) => ({ reading: mostLikely, terms }))),
  ];
  const { categories } = await vocabularyCache.get(db);
  let allExcluded: SearchResult | undefined;
  for (let remaining = attempts; ;) {
    const first = await tryAttempts(db, remaining);
    const { products, chosen, hits } = options.exact ? first : await keepCategory(db, first, categories);
    const { terms, excludedTerms, exclusions, text, isCorrected } = chosen?.reading ?? mostLikely;
    const interpretation = { correction: isCorrected ? text : null, excludedTerms };
    const nothing = { ...interpretation, matches: { products, ids: [], rank: [] }, terms, dropped: [], excluded: null };
    if (!first.chosen || !chosen || !hits) return allExcluded ?? nothing;
    const { ids, count } = await excludeProducts(db, products, hits.ids, exclusions);
    const rank = buildRankConditions(hits, findBestCategories(chosen.terms, categories).ids);
    const result = {
      ...interpretation,
      matches: { products, ids, rank },
      terms: chosen.terms,
      dropped: terms.filter((term) => !chosen.terms.includes(term)),
      excluded: exclusions.length > 0 ? { words: exclusions.map(({ word }) => word), count, query: text } : null,
    };
    if (ids.length > 0) return result;
    // Every product was excluded, so fewer words are tried: «паста без фтора от кариеса» finds pastes without fluoride.
    allExcluded ??= result;
    remaining = remaining.slice(remaining.indexOf(first.chosen) + 1);
  }
}

/** Searches for the terms of the attempts, in order, until products are found. */
async function tryAttempts(db: RootDb, attempts: readonly Attempt[]): Promise<Found> {
  const possible = attempts.filter(({ terms }) => terms.length > 0);
  const queries = possible.map(({ terms }) => ({
    query: buildTsquery(terms),
    exact: buildTsquery(terms.map(withoutSynonyms)),
  }));
  const { products, hits } = await findHits(db, queries, MIN_NAME_MATCHES);
  return { products, chosen: hits ? possible[hits.first] : undefined, hits };
}

/**
 * If none of the found products belongs to the category that the query names, searches again for the terms of the
 * category alone: «отбеливающая зубная паста» finds toothpastes rather than a mouthwash that mentions all the words.
 */
async function keepCategory(db: RootDb, found: Found, categories: readonly CategoryWords[]): Promise<Found> {
  const { products, chosen, hits } = found;
  if (!chosen || !hits) return found;
  const { ids, terms } = findBestCategories(chosen.terms, categories);
  const hasProductInCategory = (matches: Hits) =>
    [...products.findByIds([...matches.ids])].some(({ category_id }) => ids.has(category_id));
  const isComplete = terms.length === 0 || terms.length === chosen.terms.length;
  if (isComplete || !terms.some(({ isHead }) => isHead) || hasProductInCategory(hits)) return found;
  const again = await tryAttempts(db, [{ reading: chosen.reading, terms }]);
  return again.hits && hasProductInCategory(again.hits) ? again : found;
}

/**
 * Leaves out the products that have what the query excludes: an ingredient, or a word in their names.
 * @returns the other ids, and the number of active products that were left out
 */
async function excludeProducts(
  db: Db,
  products: ProductIndex,
  ids: readonly number[],
  exclusions: readonly Exclusion[],
): Promise<{ ids: readonly number[]; count: number }> {
  if (exclusions.length === 0) return { ids, count: 0 };
  const ingredients = exclusions.flatMap((exclusion) => exclusion.ingredients);
  const words = exclusions.filter((exclusion) => exclusion.ingredients.length === 0).map(({ word }) => word);
  const [containing, named] = await Promise.all([
    ingredients.length > 0 ? findProductIdsThatMayContain(db, ingredients) : new Set<number>(),
    words.length > 0 ? findStems(db, words).then((stems) => findProductIdsNamed(db, stems)) : [],
  ]);
  const excludedIds = new Set([...containing, ...named]);
  const remaining = ids.filter((id) => !excludedIds.has(id));
  return { ids: remaining, count: ids.filter((id) => excludedIds.has(id) && products.has(id)).length };
}

/** Returns the ids of the categories whose names match all terms. */
export async function findCategoriesNamed(db: Db, terms: readonly QueryTerm[]): Promise<ReadonlySet<number>> {
  const { categories } = await vocabularyCache.get(db);
  const namedCategories = categories.filter((category) => terms.length > 0 && isNamedBy(category, terms));
  return new Set(namedCategories.map(({ id }) => id));
}

/** Returns a word without its synonyms, and a phrase as its synonyms: its words may occur far apart in a name. */
const withoutSynonyms = (term: QueryTerm): QueryTerm => {
  const isPhrase = term.original.includes(" ") && term.alternatives.length > 1;
  return { ...term, alternatives: isPhrase ? term.alternatives.slice(1) : term.alternatives.slice(0, 1) };
};

/** Builds relevance conditions: matching category first, then names without synonyms, then names with synonyms. */
function buildRankConditions(
  { nameMatches, exactNameMatches }: Hits,
  categoryIds: ReadonlySet<number>,
): SearchMatches["rank"] {
  return [
    ...(categoryIds.size > 0 ? [({ category_id }: { category_id: number }) => categoryIds.has(category_id)] : []),
    ...(exactNameMatches ? [hasIdIn(exactNameMatches)] : []),
    ...(nameMatches ? [hasIdIn(nameMatches)] : []),
  ];
}

const hasIdIn =
  (ids: ReadonlySet<number>) =>
  ({ id }: { id: number }) =>
    ids.has(id);

/**
 * Searches products and the pages of the shop. If products were only found by ignoring words, and a page has these words,
 * the page is what was meant: no product is returned.
 */
export async function searchShop(
  db: RootDb,
  q: string,
  { locale, now, limit, ...options }: ParseOptions & { locale: Locale; now: Date; limit: number },
  { findAnswers }: Pick<SearchServices, "findAnswers">,
): Promise<{ result: SearchResult; answers: SearchAnswer[] }> {
  const [result, { vocabulary }] = await Promise.all([search(db, q, options), vocabularyCache.get(db)]);
  const { terms, dropped, excludedTerms, matches } = result;
  const phrase = tokenize(q).join(" ");
  const phrases = [phrase, ...vocabulary.getSynonyms(phrase)];
  const hasProducts = matches.ids.length > 0 && dropped.length === 0;
  const answered = { phrases, terms: [...terms, ...dropped], droppedTerms: dropped, excludedTerms, hasProducts };
  const { answers, replaceProducts } = await findAnswers(db, answered, { locale, now, limit });
  if (!replaceProducts) return { result, answers };
  return { result: { ...result, matches: { ...matches, ids: [], rank: [] }, dropped: [], excluded: null }, answers };
}

/** Returns a page of all products, or of those that match `q`. Refuses `category_not_found`. */
export async function listOrSearch(
  db: RootDb,
  { q, ...query }: ProductsQuery,
  shopper: ShopperContext,
  services: SearchServices,
): Promise<SearchResults> {
  if (!q) return listProducts(db, query, shopper);
  const { locale, now } = shopper;
  const { result, answers } = await searchShop(db, q, { locale, now, limit: MAX_ANSWERS, exact: query.exact }, services);
  const list = await listProducts(db, query, shopper, result.matches);
  return {
    ...list,
    ...(answers.length > 0 && query.page === 1 ? { answers } : {}),
    ...(result.correction ? { corrected: { from: q, to: result.correction } } : {}),
    ...(result.dropped.length > 0 ? { dropped: result.dropped.map(({ original }) => original) } : {}),
    ...(result.excluded ? { excluded: result.excluded } : {}),
    ...(result.matches.ids.length > 0 ? {} : { close: await findAlternativeQueries(db, q, await services.popularQueries[locale].get(db)) }),
  };
}

/** Returns alternatives to a query that found nothing: similar words, then popular queries. */
async function findAlternativeQueries(db: Db, q: string, popular: readonly string[]): Promise<string[]> {
  const { vocabulary } = await vocabularyCache.get(db);
  const similarWords = tokenize(q).flatMap((word) => vocabulary.findSimilarWords(word).slice(0, 2));
  return [...new Set([...similarWords, ...popular])].slice(0, MAX_ALTERNATIVES);
}
