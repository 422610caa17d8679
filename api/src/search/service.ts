import type { Words } from "../catalogue/filter.ts";
import type { ProductList, ProductsQuery } from "../catalogue/schema.ts";
import { listedNow } from "../catalogue/listed.ts";
import { listProducts, type Looking } from "../catalogue/service.ts";
import type { Db } from "../platform/db.ts";
import { freshUntilChanged } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { type Hits, hitsOf } from "./hits.ts";
import { popularIn } from "./popular.ts";
import { productsCoded, stemsOf, vocabularyRows } from "./sql.ts";
import { categoriesFor, fallbacks, names, tsqueryOf } from "./tsquery.ts";
import { type Manner, type Reading, type Term, understand, wordsToStem } from "./understand.ts";
import { Vocabulary } from "./vocabulary.ts";
import { tidyQuery, wordsOf } from "./words.ts";

const VOCABULARY_FRESH_MS = 15_000;
/** With this many products named so, those that only mention the words are left out: they would only lengthen the list. */
const ENOUGH_NAMED = 12;
const LEAST_CODE = 4;
const MOST_CLOSE = 5;

const vocabulary = freshUntilChanged(VOCABULARY_FRESH_MS, async (db) => {
  const { words, synonyms, categories, brands, products } = await vocabularyRows(db);
  const rows = await stemsOf(db, [...new Set(synonyms.flatMap(({ same_as }) => wordsOf(same_as)))]);
  const folded = synonyms.map(({ word, same_as }) => ({ word: wordsOf(word).join(" "), same_as }));
  const stems = new Map(rows.map((row) => [row.word, row.stem]));
  return { vocabulary: new Vocabulary(words, folded, products, brands), stems, categories };
});

/** What a search came to: the products, and how the query was read. */
export type Found = Readonly<{
  /** No ids where nothing was found. */
  words: Words;
  /** What was searched for; nothing where a code was. */
  terms: readonly Term[];
  /** What is searched for, where that is not what was written. */
  read: string | null;
  /** What of the query nothing was found for, as written. */
  dropped: readonly string[];
}>;

/** Reads a query in the shop's language. */
export async function readQuery(db: Db, q: string, manner: Manner = {}): Promise<[Reading, ...Reading[]]> {
  const held = await vocabulary.get(db);
  const words = wordsToStem(q);
  const rows = await stemsOf(
    db,
    words,
    words.filter((word) => !held.vocabulary.get(word)),
  );
  const stems = new Map(rows.map((row) => [row.word, row]));
  return understand(q, held.vocabulary, {
    stemOf: (word) => stems.get(word)?.stem ?? held.stems.get(word) ?? word,
    isInUse: (word) => stems.get(word)?.inUse ?? false,
    ...manner,
  });
}

/** Finds products: by article number or barcode first, else by words, mended where the shop does not know them. */
export async function search(db: Db, q: string, manner: Manner = {}): Promise<Found> {
  const code = codeIn(q);
  if (code) {
    const { ids, whole } = await productsCoded(db, code);
    if (ids.length > 0) {
      const words = { products: await listedNow(db), ids, rank: [among(new Set(whole))] };
      return { words, terms: [], read: null, dropped: [] };
    }
  }
  const readings = await readQuery(db, q, manner);
  const [likeliest] = readings;
  const tries = [
    ...readings.map((reading) => ({ reading, terms: reading.terms })),
    ...(manner.exact ? [] : fallbacks(likeliest.terms).map((terms) => ({ reading: likeliest, terms }))),
  ].filter(({ terms }) => terms.length > 0);
  const queries = tries.map(({ terms }) => ({
    query: tsqueryOf(terms),
    asWritten: tsqueryOf(terms.map(asItIsWritten)),
  }));
  const { products, hits } = await hitsOf(db, queries, ENOUGH_NAMED);
  const chosen = hits && tries[hits.first];
  const { terms, read, isMended } = chosen?.reading ?? likeliest;
  const mended = isMended ? read : null;
  if (!chosen) return { words: { products, ids: [], rank: [] }, terms, read: mended, dropped: [] };
  const dropped = terms.filter((term) => !chosen.terms.includes(term)).map(({ written }) => written);
  const held = await vocabulary.get(db);
  const words = { products, ids: hits.ids, rank: ranked(hits, categoriesFor(chosen.terms, held.categories)) };
  return { words, terms: chosen.terms, read: mended, dropped };
}

/** The categories whose names say all of these things. */
export async function categoriesNamed(db: Db, terms: readonly Term[]): Promise<ReadonlySet<number>> {
  const { categories } = await vocabulary.get(db);
  const named = categories.filter(({ words }) => terms.length > 0 && terms.every((term) => names(term, words)));
  return new Set(named.map(({ id }) => id));
}

/** The whole query as an article number or barcode, or undefined: no such thing is without a digit. */
function codeIn(q: string): string | undefined {
  const code = tidyQuery(q).replace(/[^\p{L}\p{N}]+/gu, "");
  const isCode = /^[a-z0-9]+$/.test(code) && /\d/.test(code) && code.length >= LEAST_CODE;
  return isCode ? code : undefined;
}

/** A thing without what it is called elsewhere. */
const asItIsWritten = (term: Term): Term => ({ ...term, alternatives: term.alternatives.slice(0, 1) });

/** What comes first: a category of that name, what is named as written before its synonyms, the name before the rest. */
function ranked({ named, namedAsWritten }: Hits, kinds: readonly number[]): Words["rank"] {
  return [
    ...(kinds.length > 0 ? [({ category_id }: { category_id: number }) => kinds.includes(category_id)] : []),
    ...(namedAsWritten ? [among(namedAsWritten)] : []),
    ...(named ? [among(named)] : []),
  ];
}

const among =
  (ids: ReadonlySet<number>) =>
  ({ id }: { id: number }) =>
    ids.has(id);

/** A page of products, of all or of those that the words of `q` find. Refuses `category_not_found`. */
export async function listOrSearch(db: Db, { q, ...query }: ProductsQuery, at: Looking): Promise<ProductList> {
  if (!q) return listProducts(db, query, at);
  const found = await search(db, q, { exact: query.exact });
  const list = await listProducts(db, query, at, found.words);
  return {
    ...list,
    ...(found.read ? { corrected: { from: q, to: found.read } } : {}),
    ...(found.dropped.length > 0 ? { dropped: [...found.dropped] } : {}),
    ...(found.words.ids.length > 0 ? {} : { close: await closeTo(db, q, at.locale) }),
  };
}

/** Queries that find something, for one that found nothing: words like its own, then what others search for. */
async function closeTo(db: Db, q: string, locale: Locale): Promise<string[]> {
  const [held, popular] = await Promise.all([vocabulary.get(db), popularIn[locale].get(db)]);
  const alike = wordsOf(q).flatMap((word) => held.vocabulary.resembling(word).slice(0, 2));
  return [...new Set([...alike, ...popular])].slice(0, MOST_CLOSE);
}
