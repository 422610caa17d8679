import type { IngredientList } from "@furoshiki/api/admin/catalog-admin/ingredients";
import { type FieldEdits, readFieldEdits } from "../../api-client/field-edits.ts";

export type Ingredient = IngredientList["items"][number];

/** The groups of ingredients that shoppers exclude as a whole. */
export const ingredientGroups = ["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"] as const;

/** The fields of the form of an ingredient. */
export const ingredientFields = ["inci", "aliases", "group_key", "purpose_ru", "purpose_en"] as const;
export type IngredientField = (typeof ingredientFields)[number];

/** Returns the text of a field in the form; other names have one line each. */
export function getIngredientText(ingredient: Ingredient | null, field: IngredientField): string {
  const value = ingredient?.[field] ?? "";
  return Array.isArray(value) ? value.join("\n") : value;
}

/**
 * Reads the changed fields of the form.
 * @returns the texts that the form shows again, and the changes as the API takes them
 */
export function readIngredientEdits(form: FormData) {
  const edits = readFieldEdits(form, ingredientFields);
  // The choices after a conflict separate the slugs of other names by spaces (`toFormText`).
  const separator = form.has("choice_aliases") ? /\s+/ : undefined;
  const changes = Object.fromEntries(
    (Object.entries(edits) as [IngredientField, FieldEdits[string]][]).map(([field, { from, to }]) => [
      field,
      { from: parseIngredientText(field, from, separator), to: parseIngredientText(field, to, separator) },
    ]),
  );
  return { edits, changes };
}

/** Not the comma of a name, such as 1,2-Hexanediol, nor one in parentheses. */
const NAME_SEPARATOR = /[;\n]+|,(?!\p{Nd})(?![^()]*\))/u;

/** Returns the value that the API takes for the text of a field. */
export function parseIngredientText(
  field: IngredientField,
  text: string,
  separator: RegExp = NAME_SEPARATOR,
): string | string[] | null {
  if (field === "group_key") return text === "" ? null : text;
  if (field !== "aliases") return text;
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter(Boolean);
}
