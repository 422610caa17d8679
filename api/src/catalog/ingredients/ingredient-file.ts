import { defineColumn, defineDataFile } from "../../platform/data-files/data-file.ts";
import {
  enumParser,
  LIST_SEPARATOR,
  nullableParser,
  parseList,
  patternParser,
  rejectField,
  textParser,
} from "../../platform/data-files/field-parsers.ts";
import {
  ingredientGroups,
  type IngredientRow,
  listIngredientRows,
  listNameSlugs,
  toIngredientSlug,
} from "./ingredients.ts";
import { deleteIngredient, insertIngredient, lockIngredients, updateIngredient } from "./ingredient-rows.ts";
import { isIngredientName, MAX_PURPOSE_LENGTH } from "./ingredient-names.ts";

const purpose = defineColumn(textParser(1, MAX_PURPOSE_LENGTH));

export const ingredientFile = defineDataFile({
  name: "ingredients",
  noun: "ingredient",
  summary: "the ingredients that the store describes: names on labels, other names, and what they are for",
  columns: {
    slug: defineColumn(
      patternParser(/^[a-z0-9а-яё]+(-[a-z0-9а-яё]+)*$/, "lowercase letters, digits and single hyphens, such as aqua"),
    ),
    inci: defineColumn((field: string) => (isIngredientName(field) ? field : rejectField("one name of an ingredient"))),
    aliases: defineColumn((field: string) => [...new Set(parseList(field).map(toIngredientSlug))].filter(Boolean), {
      initial: [],
      format: (aliases) => aliases.join(LIST_SEPARATOR),
    }),
    group_key: defineColumn(nullableParser(enumParser<string>(...ingredientGroups)), { initial: null }),
    purpose_ru: purpose,
    purpose_en: purpose,
  },
  key: ["slug"],
  listColumns: ["slug", "inci", "purpose_ru"],
  read: async (db) => (await listIngredientRows(db)).map(({ id: _id, ...row }) => row),
  check: (_db, { after }) => {
    const owners = new Map<string, string>();
    // Rows that are not in the file first, so that an error names the line that is at fault.
    return after
      .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
      .flatMap(({ line = 0, row }) => {
        const shared = listNameSlugs(row).find((slug) => owners.has(slug));
        for (const slug of listNameSlugs(row)) if (!owners.has(slug)) owners.set(slug, row.slug);
        if (shared === undefined) return [];
        return [{ line, column: "aliases", reason: `${shared} is also a name of ${owners.get(shared)}` }];
      });
  },
  write: async (db, { changed, removed }) => {
    const ids = new Map((await lockIngredients(db)).map(({ id, slug }: IngredientRow) => [slug, id]));
    for (const row of removed) await deleteIngredient(db, ids.get(row.slug) ?? 0);
    for (const { row } of changed) {
      const id = ids.get(row.slug);
      await (id === undefined ? insertIngredient(db, row, null) : updateIngredient(db, id, row));
    }
  },
});
