import { listCompositionNames } from "../../catalog/ingredients/composition-names.ts";
import { type IngredientRow, listIngredientRows, listNameSlugs } from "../../catalog/ingredients/ingredients.ts";
import type { Db } from "../../platform/db/database.ts";
import type { IngredientList } from "./admin-schema.ts";
import { findSimilarIngredient } from "./similar-ingredient.ts";

const MAX_LISTED = 500;
const MAX_UNKNOWN = 50;

/**
 * Lists ingredients with the number of products that name them, and the names of most products that no ingredient has.
 * @param options.q a part of a name or purpose; empty for all
 * @param options.id the id of the only ingredient that is listed
 */
export async function listIngredientsForStaff(
  db: Db,
  { q, id }: { q: string; id: number | undefined },
): Promise<IngredientList> {
  const rows = await listIngredientRows(db);
  const { known, unknown } = await listCompositionNames(db, rows.flatMap(listNameSlugs), MAX_UNKNOWN);
  const products = new Map(known.map((row) => [row.slug, row.products]));
  const found = rows.filter((row) => (id === undefined || row.id === id) && matches(row, q.toLowerCase()));
  return {
    items: found.slice(0, MAX_LISTED).map((row) => ({
      ...row,
      products: listNameSlugs(row).reduce((sum, slug) => sum + (products.get(slug) ?? 0), 0),
    })),
    has_more: found.length > MAX_LISTED,
    unknown: unknown.map((row) => {
      const similar = findSimilarIngredient(rows, row.slug);
      return { ...row, suggestion: similar && { id: similar.id, inci: similar.inci } };
    }),
  };
}

function matches({ slug, inci, aliases, purpose_ru, purpose_en }: IngredientRow, q: string): boolean {
  return [slug, inci, ...aliases, purpose_ru, purpose_en].some((text) => text.toLowerCase().includes(q));
}
