import type { IngredientDictionary } from "../../catalog/ingredients/ingredients.ts";
import { parseComposition } from "../../catalog/ingredients/parse-composition.ts";
import { findMedicalClaims } from "../../reviews/moderation/medical-claims.ts";
import { findSimilarIngredient } from "../ingredients/similar-ingredient.ts";
import type { TextWarning } from "./admin-schema.ts";
import type { ColumnValues } from "./product-values.ts";

const claimFields = [
  ...(["name_ru", "name_en", "description_ru", "description_en"] as const),
  ...(["seo_title_ru", "seo_title_en", "seo_description_ru", "seo_description_en"] as const),
] as const;

/** Returns what may be wrong with the texts of a product (docs/domain/catalog-admin.md). */
export function findTextWarnings(values: ColumnValues, dictionary: IngredientDictionary): TextWarning[] {
  return [
    ...claimFields.flatMap((field) => findClaims(field, values[field] ?? "")),
    ...findUnknownIngredients(values.composition, dictionary),
    ...findMissingUnit(values),
  ];
}

/** How many ingredients of a composition the store has a description of. */
export function countKnownIngredients(composition: string, dictionary: IngredientDictionary): number {
  return parseComposition(composition).filter(({ slug }) => dictionary.find(slug, "en-US")).length;
}

function findClaims(field: string, html: string): TextWarning[] {
  const text = html.replaceAll(/<[^>]*>/g, (tag) => " ".repeat(tag.length));
  const words = findMedicalClaims(text).map(({ start, end }) => text.slice(start, end));
  const distinct = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...distinct.values()].map((word) => ({ field, kind: "medical_claim", text: word, suggestion: null }));
}

function findUnknownIngredients(composition: string, dictionary: IngredientDictionary): TextWarning[] {
  const unknown = parseComposition(composition).filter(({ slug }) => !dictionary.find(slug, "en-US"));
  const known = dictionary.list("en-US");
  return unknown.map(({ slug, name }) => ({
    ...{ field: "composition", kind: "unknown_ingredient", text: name },
    suggestion: findSimilarIngredient(known, slug)?.name ?? null,
  }));
}

function findMissingUnit({ net_amount: amount, net_unit: unit }: ColumnValues): TextWarning[] {
  if (amount === null || unit !== null) return [];
  return [{ field: "net_unit", kind: "missing_unit", text: String(amount), suggestion: null }];
}
