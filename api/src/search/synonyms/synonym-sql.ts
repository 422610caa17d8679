import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Synonym } from "../query/vocabulary.ts";

export async function listSynonyms(db: Db): Promise<Synonym[]> {
  return db.selectFrom("search_synonyms").select(["word", "synonym"]).orderBy("synonym").orderBy("word").execute();
}

/** Lists synonyms by their terms. @param q a part of either term */
export async function findSynonyms(db: Db, { q, limit }: { q: string | undefined; limit: number }): Promise<Synonym[]> {
  const pattern = `%${(q ?? "").replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<Synonym>`
    select word, synonym from search_synonyms where word ilike ${pattern} or synonym ilike ${pattern}
    order by synonym, word limit ${limit}`.execute(db);
  return rows;
}

/** Counts all synonyms. */
export async function countSynonyms(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("search_synonyms")
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const UNANSWERED_DAYS = 30;
const MIN_UNANSWERED_SEARCHES = 2;
const MAX_UNANSWERED_QUERIES = 20;

/** A query that found nothing, and how often. */
export type UnansweredQueryRow = { query: string; locale: Locale; searches: number };

/** Lists what was searched for several times in the last 30 days without finding anything, if it has no synonym yet. */
export async function listUnansweredQueries(db: Db, now: Date): Promise<UnansweredQueryRow[]> {
  const { rows } = await sql<UnansweredQueryRow>`
    select q.query, q.locale, sum(q.empty_result_count)::integer as searches from search_queries q
    where q.day > ${now}::date - ${UNANSWERED_DAYS}::integer
      and not exists (select from search_synonyms s where s.word = q.query)
    group by q.query, q.locale
    having sum(q.empty_result_count) = sum(q.search_count) and sum(q.search_count) >= ${MIN_UNANSWERED_SEARCHES}
    order by searches desc, q.query limit ${MAX_UNANSWERED_QUERIES}`.execute(db);
  return rows;
}

/** Inserts a synonym. @returns false if it exists already */
export async function insertSynonym(db: Tx, synonym: Synonym): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("search_synonyms")
    .values(synonym)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Deletes a synonym. @returns false if it does not exist */
export async function deleteSynonym(db: Tx, { word, synonym }: Synonym): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("search_synonyms")
    .where("word", "=", word)
    .where("synonym", "=", synonym)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

/** Rebuilds the search vocabulary, so that it includes the words of new synonyms. */
export async function updateVocabulary(db: Tx): Promise<void> {
  await sql`select refresh_search_vocabulary()`.execute(db);
}

/** The words of a text, as the vocabulary has them. */
const selectWords = (text: RawBuilder<unknown>) =>
  sql`unnest(tsvector_to_array(to_tsvector('simple', normalize_search_text(${text}))))`;

/** Adds the words of a synonym to the search vocabulary at once, so that they are not corrected to other words. */
export async function addVocabularyWords(db: Tx, text: string): Promise<void> {
  await sql`
    insert into search_vocabulary (word, stem, products)
    select word, search_stem(word), 0 from ${selectWords(sql`${text}`)} word
    where word !~ '^[[:digit:]]' and length(word) > 1 and search_stem(word) <> ''
    on conflict (word) do nothing`.execute(db);
}

/** Removes the words of a synonym that was deleted from the search vocabulary, unless something else has them. */
export async function removeVocabularyWords(db: Tx, text: string): Promise<void> {
  await sql`
    delete from search_vocabulary v where v.products = 0
      and v.word in (select word from ${selectWords(sql`${text}`)} word)
      and v.word not in (select ${selectWords(sql`word`)} from search_synonyms)
      and v.word not in (select ${selectWords(sql`concat_ws(' ', name, name_ru)`)} from brands)`.execute(db);
}
