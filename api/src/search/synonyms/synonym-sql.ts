import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Synonym } from "../query/vocabulary.ts";

export async function listSynonyms(db: Db): Promise<Synonym[]> {
  return db.selectFrom("search_synonyms").select(["word", "synonym"]).orderBy("synonym").orderBy("word").execute();
}

export async function insertSynonym(db: Tx, synonym: Synonym): Promise<void> {
  await db.insertInto("search_synonyms").values(synonym).execute();
}

export async function deleteSynonym(db: Tx, { word, synonym }: Synonym): Promise<void> {
  await db.deleteFrom("search_synonyms").where("word", "=", word).where("synonym", "=", synonym).execute();
}

/** Rebuilds the search vocabulary, so that it includes the words of new synonyms. */
export async function updateVocabulary(db: Tx): Promise<void> {
  await sql`select refresh_search_vocabulary()`.execute(db);
}
