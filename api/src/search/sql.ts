import { type RawBuilder, sql } from "kysely";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { disableStatementTimeout } from "../platform/db/statement-timeout.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { VocabularyWord, Synonym } from "./query/vocabulary.ts";

export type VocabularyRows = {
  words: VocabularyWord[];
  synonyms: Synonym[];
  categories: { id: number; path: number[]; name_ru: string; name_en: string }[];
  brands: string[];
  groups: { kind: "tag" | "concern"; id: number; name_ru: string; name_en: string }[];
};

export async function loadVocabulary(db: Db): Promise<VocabularyRows> {
  const [words, synonyms, categories, brands, tags, concerns] = await Promise.all([
    db.selectFrom("search_vocabulary").select(["word", "stem", "products"]).execute(),
    db.selectFrom("search_synonyms").select(["word", "synonym"]).execute(),
    db.selectFrom("categories").select(["id", "path", "name_ru", "name_en"]).execute(),
    db.selectFrom("brands").select("name").execute(),
    db.selectFrom("tags").select(["id", "name_ru", "name_en"]).execute(),
    db.selectFrom("concerns").select(["id", "name_ru", "name_en"]).execute(),
  ]);
  return {
    words,
    synonyms,
    categories,
    brands: brands.map(({ name }) => name),
    groups: [
      ...tags.map((tag) => ({ kind: "tag" as const, ...tag })),
      ...concerns.map((concern) => ({ kind: "concern" as const, ...concern })),
    ],
  };
}

export type StemRow = { word: string; stem: string; inUse: boolean };

/**
 * Returns the stems of words as they are indexed for products; empty for stop words. For `unknownWords` also returns
 * whether any product contains them, including products added since the vocabulary was refreshed.
 */
export async function findStems(
  db: Db,
  words: readonly string[],
  unknownWords: readonly string[] = [],
): Promise<StemRow[]> {
  const { rows } = await sql<StemRow>`
    select word, stem, word = any(${unknownWords}) and stem <> ''
      and has_search_matches((quote_literal(stem) || ' | ' || quote_literal(word))::tsquery) as "inUse"
    from (select word, search_stem(word) as stem from unnest(${words}::text[]) word) stemmed`.execute(db);
  return rows;
}

/** Returns the ids of the products whose names match a tsquery. */
export async function findProductIdsNamed(db: Db, query: string): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`select search_ids_in_names(${query}::tsquery) as ids`.execute(
    db,
  );
  return rows[0]?.ids ?? [];
}

/** A search to try as a tsquery, and the same search without synonyms. */
export type SearchAttempt = { query: string; exact: string };

/**
 * The index of the first search that finds a product, and what it found (see `Hits`): the ids, or only that there are enough
 * `names`, which the listing can be asked for, or that the `cached` hits are valid.
 */
export type HitRow =
  | { first: number; kind: "names" | "cached" }
  | {
      first: number;
      kind: "ids";
      ids: number[];
      nameMatches: number[] | null;
      exactNameMatches: number[] | null;
    };

/** The hits, null if nothing was found, and the snapshot in which they are valid. */
export type HitsResult = { snapshot: string; found: HitRow | null };

/**
 * The current snapshot. That of a replica does not list the transactions in progress, so that all since the oldest one count as
 * not seen.
 */
const validSnapshot = sql`case when pg_is_in_recovery()
  then format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot())) else pg_current_snapshot()::text end`;

/**
 * Selects the hits of the first search that finds an active product. Only names are searched if at least
 * `minNameMatches` of them match.
 * @param cachedSince for each search the snapshot of cached hits, which are valid if no search words have changed since
 * @param inListing whether names are searched for in the listing, without returning the ids of their products
 */
export function selectFirstHits(
  attempts: readonly SearchAttempt[],
  minNameMatches: number,
  cachedSince: readonly (string | null)[],
  inListing: boolean,
): RawBuilder<HitsResult> {
  const [queries, exactQueries] = [attempts.map(({ query }) => query), attempts.map(({ exact }) => exact)];
  return sql<HitsResult>`
    select json_build_object('snapshot', ${validSnapshot}, 'found', search_hits(${queries}::text[]::tsquery[],
      ${exactQueries}::text[]::tsquery[], ${cachedSince}::text[]::pg_snapshot[], ${minNameMatches}::integer, ${inListing}::boolean))`;
}

/** Nobody looks for a code that so many begin with. */
const MAX_CODES = 1000;

/**
 * Returns active products whose reference or barcode starts with `code`, not all if there are very many; `exactIds` are
 * those that equal it.
 */
export async function findProductsByCode(db: Db, code: string): Promise<{ ids: number[]; exactIds: number[] }> {
  const { rows } = await sql<{ id: number; is_whole: boolean }>`
    select p.id, normalize_product_code(p.reference) = ${code} or p.barcode is not distinct from ${code} as is_whole
    from products p where p.status = 'active' and p.id in (
      select c.id from products c where normalize_product_code(c.reference) = ${code} or c.barcode = ${code}
      union all (select c.id from products c where normalize_product_code(c.reference) like ${`${code}%`} limit ${MAX_CODES})
      union all (select c.id from products c where c.barcode like ${`${code}%`} limit ${MAX_CODES}))`.execute(db);
  return { ids: rows.map(({ id }) => id), exactIds: rows.filter((row) => row.is_whole).map(({ id }) => id) };
}

/** How often a query was searched for on a day (YYYY-MM-DD), and the hashes of who found something, in hexadecimal. */
export type QueryCount = {
  query: string;
  locale: Locale;
  day: string;
  searchCount: number;
  emptyResultCount: number;
  visitors: string[];
};

/** Adds counts of different queries. Rows are locked in the order of their keys, so that two processes do not wait for each other. */
export async function countQueries(db: Db, counts: readonly QueryCount[]): Promise<void> {
  await sql`
    with counts as (
      select * from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as c (query text, locale text, day date, "searchCount" integer, "emptyResultCount" integer, visitors jsonb)
    ), visited as (
      insert into search_query_visitors (query, locale, visitor, day)
      -- A person may have searched for the same before and after midnight.
      select c.query, c.locale, decode(v.visitor, 'hex'), max(c.day)
      from counts c, jsonb_array_elements_text(c.visitors) v (visitor)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (query, locale, visitor) do update set day = excluded.day
        where search_query_visitors.day < excluded.day
    )
    insert into search_queries (query, locale, day, search_count, empty_result_count)
    select query, locale, day, "searchCount", "emptyResultCount" from counts order by query, locale, day
    on conflict (query, locale, day) do update
      set search_count = search_queries.search_count + excluded.search_count,
        empty_result_count = search_queries.empty_result_count + excluded.empty_result_count`.execute(db);
}

/**
 * Returns the queries that at least `minVisitors` people have searched for since a day, and that always found
 * something, the most popular first.
 */
export async function listPopularQueries(
  db: Db,
  { since, locale, minVisitors, limit }: { since: Date; locale: Locale; minVisitors: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select v.query
    from search_query_visitors v
    where v.locale = ${locale} and v.day >= ${since}::date and not exists (
      select from search_queries q
      where q.query = v.query and q.locale = v.locale and q.day >= ${since}::date and q.empty_result_count > 0)
    group by v.query having count(*) >= ${minVisitors}
    order by count(*) desc, v.query limit ${limit}`.execute(db);
  return rows.map(({ query }) => query);
}

/** Deletes visitors whose last search was before a day. @returns the number of deleted rows, at most `limit` */
export async function deleteOldVisitors(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from search_query_visitors where (query, locale, visitor) in (
      select query, locale, visitor from search_query_visitors where day < ${before}::date limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}

/** Deletes the counts of queries of days before another. @returns the number of deleted rows, at most `limit` */
export async function deleteOldQueries(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from search_queries where (query, locale, day) in (
      select query, locale, day from search_queries where day < ${before}::date limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the title of information pages in a locale, in the order of the slugs; pages that do not exist are left out. */
export async function listPageTitles(
  db: Db,
  slugs: readonly string[],
  locale: Locale,
): Promise<{ slug: string; title: string }[]> {
  const pages = await db
    .selectFrom("pages")
    .select(["slug", "title"])
    .where("locale", "=", locale)
    .where("slug", "in", ["", ...slugs])
    .execute();
  return pages.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug));
}

export type QueryCountRow = { query: string; search_count: number; empty_result_count: number };

/** Returns the queries since a day with their counts, the most frequent first. */
export async function listQueriesSince(
  db: Db,
  since: Date,
  locale: Locale | null,
  limit: number,
): Promise<QueryCountRow[]> {
  const { rows } = await sql<QueryCountRow>`
    select query, sum(search_count)::integer as search_count, sum(empty_result_count)::integer as empty_result_count
    from search_queries
    where day >= ${since}::date and (${locale}::text is null or locale = ${locale})
    group by query order by search_count desc, query limit ${limit}`.execute(db);
  return rows;
}

/**
 * Rebuilds the search vocabulary.
 * @returns the number of words
 */
export async function refreshVocabulary(db: Db): Promise<number> {
  await withTransaction(db, async (tx) => {
    await disableStatementTimeout(tx);
    await sql`select refresh_search_vocabulary()`.execute(tx);
  });
  const { rows } = await sql<{ words: number }>`select count(*) as words from search_vocabulary`.execute(db);
  return rows[0]?.words ?? 0;
}
