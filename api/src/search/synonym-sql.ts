import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Synonym } from "./vocabulary.ts";

export async function allSynonyms(db: Db): Promise<Synonym[]> {
  return db.selectFrom("search_synonyms").select(["word", "same_as"]).orderBy("same_as").orderBy("word").execute();
}

export async function insertSynonym(db: Tx, synonym: Synonym): Promise<void> {
  await db.insertInto("search_synonyms").values(synonym).execute();
}

export async function deleteSynonym(db: Tx, { word, same_as }: Synonym): Promise<void> {
  await db.deleteFrom("search_synonyms").where("word", "=", word).where("same_as", "=", same_as).execute();
}

/** Adds the words of synonyms to those that the search knows. */
export async function updateVocabulary(db: Tx): Promise<void> {
  await sql`select refresh_search_vocabulary()`.execute(db);
}
