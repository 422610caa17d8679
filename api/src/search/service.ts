import type { ProductsQuery } from "../catalog/schema.ts";
import {
  type FoundProducts,
  getProductIndex,
  type ProductGroupIds,
  type ProductIndex,
  type SearchMatches,
} from "../catalog/product-index/service.ts";
import { getIngredientDictionary } from "../catalog/ingredients/ingredients.ts";
import { findProductIdsThatMayContain, listProducts } from "../catalog/listing/service.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import type { Db, RootDb } from "../platform/db/database.ts";
import { cachedUntilChanged } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { findHits, type Hits } from "./hit-cache.ts";
import type { SearchAnswer, SearchResults } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { findProductIdsNamed, findProductsByCode, findStems, loadVocabulary } from "./sql.ts";
import {
  findBestCategories,
  findNamedGroups,
  isNamedBy,
  listFallbacks,
  buildAnyWordQuery,
  buildTsquery,
  type NamedCategories,
  withoutSynonyms,
} from "./query/tsquery.ts";
import {
  type ParseOptions,
  type QueryReading,
  type QueryTerm,
  parseQuery,
  listWordsToStem,
} from "./query/parse-query.ts";
import type { Exclusion } from "./query/exclusions.ts";
import { type CategoryWords, type ProductGroup, Vocabulary } from "./query/vocabulary.ts";
import { extractCode, findHeads, prepositions, removeFillerWords, tokenize } from "./query/tokenize.ts";

const VOCABULARY_CACHE_MS = 15_000;
/** If at least this many product names match, products that match only in their description are omitted. */
const MIN_NAME_MATCHES = 12;
const MAX_ALTERNATIVES = 5;
const MAX_ANSWERS = 4;

const vocabularyCache = cachedUntilChanged(VOCABULARY_CACHE_MS, async (db) => {
  const { words, synonyms, categories, brands, groups } = await loadVocabulary(db);
  const getNames = ({ name_ru, name_en }: { name_ru: string; name_en: string }) => [
    tokenize(name_ru),
    tokenize(name_en),
  ];
  const rows = await findStems(db, [
    ...new Set([
      ...synonyms.flatMap(({ synonym }) => tokenize(synonym)),
      ...[...categories, ...groups].flatMap(getNames).flat(),
    ]),
  ]);
  const normalizedSynonyms = synonyms.map(({ word, synonym }) => ({ word: tokenize(word).join(" "), synonym }));
  const stems = new Map(rows.map((row) => [row.word, row.stem]));
  const isStopWord = (word: string) => stems.get(word) === "";
  const toNameWords = (name: readonly string[]) =>
    name.map((word) => ({ word, stem: stems.get(word) ?? word })).filter(({ stem }) => stem !== "");
  return {
    vocabulary: new Vocabulary(
      words.filter(({ word }) => !prepositions.has(word)),
      normalizedSynonyms,
      brands,
    ),
    stems,
    categories: categories.map((category) => ({
      ...{ id: category.id, path: category.path },
      names: getNames(category).map(toNameWords),
      heads: getNames(category).flatMap((name) => toNameWords(findHeads(name, isStopWord))),
    })),
    groups: groups.map((group) => ({
      ...{ kind: group.kind, id: group.id },
      names: getNames(group).map((name) => toNameWords(removeFillerWords(name, isStopWord))),
    })),
  };
});

/** The result of a search: the products, and how the query was interpreted. */
export type SearchResult = Readonly<{
  /** An empty list of ids if nothing was found. */
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
      const matches = { products: await getProductIndex(db), found: { ids }, rank: [{ ids: new Set(exactIds) }] };
      return { matches, terms: [], correction: null, dropped: [], excludedTerms: [], excluded: null };
    }
  }
  return searchWords(db, await interpretQuery(db, q, options), options);
}

type Attempt = { reading: QueryReading; terms: readonly QueryTerm[] };
const nothingFound = { found: { ids: [] }, rank: [] };

type Found = { products: ProductIndex; chosen: Attempt | undefined; hits: Hits | null };

async function searchWords(
  db: RootDb,
  interpretations: readonly [QueryReading, ...QueryReading[]],
  options: ParseOptions,
): Promise<SearchResult> {
  const [mostLikely] = interpretations;
  const { categories, groups } = await vocabularyCache.get(db);
  const intended = findBestCategories(mostLikely.terms, categories);
  const categoryTerms = intended.hasHead ? intended.terms : [];
  const fallbacks = options.exact ? [] : listFallbacks(mostLikely.terms, categoryTerms);
  let remaining: Attempt[] = [
    ...interpretations.map((reading) => ({ reading, terms: reading.terms })),
    ...fallbacks.map((terms) => ({ reading: mostLikely, terms })),
  ];
  let allExcluded: SearchResult | undefined;
  for (;;) {
    const first = await tryAttempts(db, remaining);
    // What the query names exactly is searched for first; if all of it is excluded, only its words are left.
    const named =
      options.exact || allExcluded ? null : await findNamedProducts(first, mostLikely.terms, { categories, groups });
    const isOnlyNamed = named !== null && first.chosen?.terms !== mostLikely.terms;
    const found = isOnlyNamed ? nameOnly(first, mostLikely) : await keepCategory(db, first, categories, options);
    const { products, chosen, hits } = found;
    const { terms, excludedTerms, exclusions, text, isCorrected } = chosen?.reading ?? mostLikely;
    const interpretation = { correction: isCorrected ? text : null, excludedTerms };
    const nothing = { ...interpretation, matches: { products, ...nothingFound }, terms, dropped: [], excluded: null };
    if (!chosen || !hits) return allExcluded ?? nothing;
    const best = findBestCategories(chosen.terms, categories);
    const inNamedCategories = await omitOtherCategories(products, hits, best);
    const relevant = named ? addNamed(inNamedCategories, named) : inNamedCategories;
    const { remaining: matching, count } = await excludeProducts(db, products, relevant, exclusions);
    const result = {
      ...interpretation,
      matches: { products, found: matching, rank: buildRankConditions(hits, best, named) },
      terms: chosen.terms,
      dropped: terms.filter((term) => !chosen.terms.includes(term)),
      excluded: exclusions.length > 0 ? { words: exclusions.map(({ word }) => word), count, query: text } : null,
    };
    if (!isEmpty(matching)) return result;
    // Every product was excluded, so fewer words are tried: «паста без фтора от кариеса» finds pastes without fluoride.
    allExcluded ??= result;
    const next = first.chosen ? remaining.indexOf(first.chosen) + 1 : remaining.length;
    remaining = remaining.slice(next).filter(({ terms: kept }) => categoryTerms.every((term) => kept.includes(term)));
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

/** The groups that a query names; `ids` has their products, unless those that have its words are not listed either. */
type NamedGroups = Readonly<{ groups: ProductGroupIds; ids: readonly number[] }>;

/**
 * Finds the groups that a query names: their active products are what is searched for, also if their texts lack the words.
 * @returns null if the query names no group, or one without products
 */
async function findNamedProducts(
  { products, chosen, hits }: Found,
  terms: readonly QueryTerm[],
  vocabulary: { categories: readonly CategoryWords[]; groups: readonly ProductGroup[] },
): Promise<NamedGroups | null> {
  const groups = findNamedGroups(terms, vocabulary);
  if (!groups) return null;
  if (chosen?.terms === terms && hits && "names" in hits.found) return { groups, ids: [] };
  const ids = await products.findByGroups(groups);
  return ids.length === 0 ? null : { groups, ids };
}

/** Adds the products of the groups that a query names to those that have its words. */
const addNamed = (found: FoundProducts, { groups, ids }: NamedGroups): FoundProducts =>
  "names" in found ? { ...found, groups } : { ids: [...new Set([...ids, ...found.ids])] };

/** Whether a search found nothing; products are found by their names only if there are some. */
const isEmpty = (found: FoundProducts) => "ids" in found && found.ids.length === 0;

/** A search for the terms of a reading whose products are known by the name of their category or group alone. */
const nameOnly = ({ products }: Found, reading: QueryReading): Found => ({
  products,
  chosen: { reading, terms: reading.terms },
  hits: { first: 0, found: { ids: [] }, nameMatches: null, exactNameMatches: null },
});

/**
 * If no name has all the words, and none of the found products belongs to the category that the query names, searches
 * again for the terms of the category alone: «отбеливающая зубная паста» finds toothpastes rather than a mouthwash that
 * mentions all the words. A name says more than a category: a «подарочный пакет» is no «вакуумный пакет».
 */
async function keepCategory(
  db: RootDb,
  found: Found,
  categories: readonly CategoryWords[],
  options: ParseOptions,
): Promise<Found> {
  const { products, chosen, hits } = found;
  if (options.exact || !chosen || !hits || isInName(hits)) return found;
  const { ids, terms } = findBestCategories(chosen.terms, categories);
  const hasProductInCategory = async (matches: Hits) =>
    (await products.selectInCategories(matches.found, ids)).length > 0;
  const isComplete = terms.length === 0 || terms.length === chosen.terms.length;
  if (isComplete || !terms.some(({ isHead }) => isHead) || (await hasProductInCategory(hits))) return found;
  const again = await tryAttempts(db, [{ reading: chosen.reading, terms }]);
  return again.hits && (await hasProductInCategory(again.hits)) ? again : found;
}

/** Whether any product has all the words in its name. */
const isInName = ({ nameMatches }: Hits) => nameMatches === null || nameMatches.size > 0;

/**
 * If the query names a category of products and some of the found ones belong to it, leaves out the others that have
 * the words in their descriptions only: «блеск для губ» finds no lip balms that go well with one.
 */
async function omitOtherCategories(
  products: ProductIndex,
  { found, nameMatches }: Hits,
  category: NamedCategories,
): Promise<FoundProducts> {
  if (nameMatches === null || "names" in found || !category.hasHead) return found;
  const inCategory = new Set(await products.selectInCategories(found, category.ids));
  if (inCategory.size === 0) return found;
  return { ids: found.ids.filter((id) => inCategory.has(id) || nameMatches.has(id)) };
}

/**
 * Leaves out the products that have what the query excludes: an ingredient, or a word in their names.
 * @returns the other products, and the number of active products that were left out
 */
async function excludeProducts(
  db: Db,
  products: ProductIndex,
  found: FoundProducts,
  exclusions: readonly Exclusion[],
): Promise<{ remaining: FoundProducts; count: number }> {
  if (exclusions.length === 0) return { remaining: found, count: 0 };
  const dictionary = await getIngredientDictionary(db);
  const ingredients = exclusions
    .flatMap((exclusion) => exclusion.ingredients)
    .flatMap((name) => dictionary.listSlugs(name));
  const words = exclusions.filter((exclusion) => exclusion.ingredients.length === 0).map(({ word }) => word);
  const [containing, names] = await Promise.all([
    ingredients.length > 0 ? findProductIdsThatMayContain(db, ingredients) : new Set<number>(),
    words.length > 0 ? findStems(db, words).then(buildAnyWordQuery) : null,
  ]);
  if ("names" in found) {
    const without = { names, ids: containing };
    const { excluded, hasOthers } = await products.countExcluded(found, without);
    return { remaining: hasOthers ? { ...found, without } : { ids: [] }, count: excluded };
  }
  const excludedIds = new Set([...containing, ...(names === null ? [] : await findProductIdsNamed(db, names))]);
  const remaining = { ids: found.ids.filter((id) => !excludedIds.has(id)) };
  const omitted = found.ids.filter((id) => excludedIds.has(id));
  return { remaining, count: omitted.length === 0 ? 0 : await products.countActive(omitted, omitted.length) };
}

/** Returns the ids of the categories whose names match all terms. */
export async function findCategoriesNamed(db: Db, terms: readonly QueryTerm[]): Promise<ReadonlySet<number>> {
  const { categories } = await vocabularyCache.get(db);
  const namedCategories = categories.filter((category) => terms.length > 0 && isNamedBy(category, terms));
  return new Set(namedCategories.map(({ id }) => id));
}

/**
 * Builds relevance conditions: the category of the products that the query names first, then what is named like the
 * query, then names without synonyms, then names with synonyms. A category that is only about the same follows.
 */
function buildRankConditions(
  { nameMatches, exactNameMatches }: Hits,
  category: NamedCategories,
  named: NamedGroups | null,
): SearchMatches["rank"] {
  const inCategory = category.ids.size > 0 ? [{ categoryIds: category.ids }] : [];
  const isFirst = category.hasHead || !category.terms.length;
  return [
    ...(isFirst ? inCategory : []),
    ...(named ? [{ groups: named.groups }] : []),
    ...(exactNameMatches ? [exactNameMatches] : []),
    ...(nameMatches ? [{ ids: nameMatches }] : []),
    ...(isFirst ? [] : inCategory),
  ];
}

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
  const hasProducts = !isEmpty(matches.found) && dropped.length === 0;
  const answered = { phrases, terms: [...terms, ...dropped], droppedTerms: dropped, excludedTerms, hasProducts };
  const { answers, replaceProducts } = await findAnswers(db, answered, { locale, now, limit });
  if (!replaceProducts) return { result, answers };
  return { result: { ...result, matches: { ...matches, ...nothingFound }, dropped: [], excluded: null }, answers };
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
  const { result, answers } = await searchShop(
    db,
    q,
    { locale, now, limit: MAX_ANSWERS, exact: query.exact },
    services,
  );
  const list = await listProducts(db, query, shopper, result.matches);
  return {
    ...list,
    ...(answers.length > 0 && query.page === 1 ? { answers } : {}),
    ...(result.correction ? { corrected: { from: q, to: result.correction } } : {}),
    ...(result.dropped.length > 0 ? { dropped: result.dropped.map(({ original }) => original) } : {}),
    ...(result.excluded ? { excluded: result.excluded } : {}),
    ...(!isEmpty(result.matches.found)
      ? {}
      : { close: await findAlternativeQueries(db, q, await services.popularQueries[locale].get(db)) }),
  };
}

/** Returns alternatives to a query that found nothing: similar words, then popular queries. */
async function findAlternativeQueries(db: Db, q: string, popular: readonly string[]): Promise<string[]> {
  const { vocabulary } = await vocabularyCache.get(db);
  const similarWords = tokenize(q).flatMap((word) => vocabulary.findSimilarWords(word).slice(0, 2));
  return [...new Set([...similarWords, ...popular])].slice(0, MAX_ALTERNATIVES);
}
