import { type RawBuilder, sql } from "kysely";
import { type Db, unhurried, withTransaction } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { CategoryWords, KnownWord, Synonym } from "./vocabulary.ts";

export type VocabularyRows = {
  words: KnownWord[];
  synonyms: Synonym[];
  categories: CategoryWords[];
  brands: string[];
  /** How many are on sale. */
  products: number;
};

export async function vocabularyRows(db: Db): Promise<VocabularyRows> {
  const [words, synonyms, categories, brands, counted] = await Promise.all([
    db.selectFrom("search_vocabulary").select(["word", "stem", "products"]).execute(),
    db.selectFrom("search_synonyms").select(["word", "same_as"]).execute(),
    sql<CategoryWords>`
      select id, tsvector_to_array(search_words_of(search_folded(name_ru || ' ' || name_en))) as words from categories`.execute(
      db,
    ),
    db.selectFrom("manufacturers").select("name").execute(),
    sql<{ products: number }>`select count(*) as products from products where status = 'active'`.execute(db),
  ]);
  return {
    words,
    synonyms,
    categories: categories.rows,
    brands: brands.map(({ name }) => name),
    products: counted.rows[0]?.products ?? 0,
  };
}

export type StemRow = { word: string; stem: string; inUse: boolean };

/**
 * The stems of words, as products are kept under; empty for words that say nothing. Of the doubtful ones also whether
 * they are in use: in some product, be it one that was put into the shop a moment ago.
 */
export async function stemsOf(db: Db, words: readonly string[], doubtful: readonly string[] = []): Promise<StemRow[]> {
  const { rows } = await sql<StemRow>`
    select word, stem, word = any(${doubtful}) and stem <> ''
      and search_uses((quote_literal(stem) || ' | ' || quote_literal(word))::tsquery) as "inUse"
    from (select word, search_stem(word) as stem from unnest(${words}::text[]) word) stemmed`.execute(db);
  return rows;
}

/** A search to try, and the same without what is called otherwise than it was written. */
export type Try = { query: string; asWritten: string };

/** What a search finds, as ids of products (see `Hits`). */
export type FoundIds = { first: number; ids: number[]; named: number[] | null; namedAsWritten: number[] | null };

/** What was found; or that no product has other words than in a snapshot known before. */
export type Answer = { snapshot: string } & ({ words: "stand" } | { words: "read"; found: FoundIds | null });

/**
 * Asks for the first of these searches that finds anything on sale: in names alone, where those of so many products say
 * it. @param since a snapshot of the database in which the answer is known.
 */
export function firstHits(tries: readonly Try[], enoughNamed: number, since: string | undefined): RawBuilder<Answer> {
  const [queries, written] = [tries.map(({ query }) => query), tries.map(({ asWritten }) => asWritten)];
  return sql<Answer>`
    select case when search_words_stand(${since ?? null}::pg_snapshot)
      then json_build_object('snapshot', pg_current_snapshot(), 'words', 'stand')
      else json_build_object('snapshot', pg_current_snapshot(), 'words', 'read',
        'found', search_hits(${queries}::text[]::tsquery[], ${written}::text[]::tsquery[], ${enoughNamed})) end`;
}

/** Products with this article number or the beginning of it, or this barcode; `whole` of them have no more than that. */
export async function productsCoded(db: Db, code: string): Promise<{ ids: number[]; whole: number[] }> {
  const { rows } = await sql<{ id: number; is_whole: boolean }>`
    select p.id, search_code(p.reference) = ${code} or p.barcode is not distinct from ${code} as is_whole
    from products p where p.status = 'active' and p.id in (
      select c.id from products c where search_code(c.reference) like ${`${code}%`}
      union all select c.id from products c where c.barcode like ${`${code}%`})`.execute(db);
  return { ids: rows.map(({ id }) => id), whole: rows.filter((row) => row.is_whole).map(({ id }) => id) };
}

export async function logQuery(db: Db, query: string, locale: Locale, day: Date, foundNothing: boolean): Promise<void> {
  const nothing = foundNothing ? 1 : 0;
  await sql`
    insert into search_queries (query, locale, day, asked, nothing) values (${query}, ${locale}, ${day}::date, 1, ${nothing})
    on conflict (query, locale, day) do update
      set asked = search_queries.asked + 1, nothing = search_queries.nothing + ${nothing}`.execute(db);
}

export type AskedQuery = { query: string; asked: number; nothing: number };

/** What was asked since a day, the most asked first. */
export async function askedSince(db: Db, since: Date, locale: Locale | null, most: number): Promise<AskedQuery[]> {
  const { rows } = await sql<AskedQuery>`
    select query, sum(asked)::integer as asked, sum(nothing)::integer as nothing from search_queries
    where day >= ${since}::date and (${locale}::text is null or locale = ${locale})
    group by query order by asked desc, query limit ${most}`.execute(db);
  return rows;
}

/** Learns the shop's words anew. @returns how many there are */
export async function refreshVocabulary(db: Db): Promise<number> {
  await withTransaction(db, async (tx) => {
    await unhurried(tx);
    await sql`select refresh_search_vocabulary()`.execute(tx);
  });
  const { rows } = await sql<{ words: number }>`select count(*) as words from search_vocabulary`.execute(db);
  return rows[0]?.words ?? 0;
}
