import { defineColumn, defineDataFile } from "../../platform/data-files/data-file.ts";
import { textParser } from "../../platform/data-files/field-parsers.ts";
import { listSynonyms, deleteSynonym, insertSynonym, updateVocabulary } from "./synonym-sql.ts";

const phraseColumn = defineColumn((field: string) => textParser(1, 100)(field.toLowerCase()));

export const synonymFile = defineDataFile({
  name: "synonyms",
  noun: "synonym",
  summary: "terms of shoppers (word) and the terms of the shop for the same thing (synonym)",
  columns: { word: phraseColumn, synonym: phraseColumn },
  key: ["word", "synonym"],
  listColumns: ["word", "synonym"],
  read: listSynonyms,
  check: (_db, { changed }) =>
    changed
      .filter(({ row }) => row.word === row.synonym)
      .map(({ line }) => ({ line, column: "synonym", reason: "a word cannot be its own synonym" })),
  write: async (db, { changed, removed }) => {
    for (const { row } of changed) await insertSynonym(db, row);
    for (const row of removed) await deleteSynonym(db, row);
    await updateVocabulary(db);
  },
});
