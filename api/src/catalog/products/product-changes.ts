import { addRedirects } from "../../content/redirects/service.ts";
import type { Tx } from "../../platform/db/database.ts";
import { replaceProductIngredients } from "../ingredients/ingredient-sql.ts";
import { parseComposition } from "../ingredients/parse-composition.ts";
import { deleteDiscontinuedSlugs } from "./product-sql.ts";

/** A product that was inserted or updated. The previous values are null if it is new. */
export type ProductChange = {
  id: number;
  slug: string;
  composition: string;
  previous_slug: string | null;
  previous_composition: string | null;
};

/**
 * Writes what follows from changes of products. Every function that inserts products or changes their slug or
 * composition calls it in the same transaction. A changed slug is redirected and no longer counts as the slug of a
 * deleted product; a changed composition is split into ingredients.
 */
export async function applyProductChanges(db: Tx, changes: readonly ProductChange[]): Promise<void> {
  const withNewSlug = changes.filter(({ slug, previous_slug }) => slug !== previous_slug);
  if (withNewSlug.length > 0)
    await deleteDiscontinuedSlugs(
      db,
      withNewSlug.map(({ slug }) => slug),
    );
  await addRedirects(
    db,
    withNewSlug.flatMap(({ slug, previous_slug }) =>
      previous_slug === null ? [] : [{ from: `/${previous_slug}`, to: `/${slug}` }],
    ),
  );
  await saveIngredients(
    db,
    changes.filter(({ composition, previous_composition }) => composition !== previous_composition),
  );
}

/** A product of unknown composition gets one row with place 0, so that filters can leave it out. */
async function saveIngredients(db: Tx, products: readonly ProductChange[]): Promise<void> {
  if (products.length === 0) return;
  const rows = products.flatMap(({ id, composition }) => {
    const ingredients = parseComposition(composition);
    if (ingredients.length === 0) return [{ product_id: id, place: 0, slug: "", name: "" }];
    return ingredients.map((ingredient, index) => ({ product_id: id, place: index + 1, ...ingredient }));
  });
  await replaceProductIngredients(
    db,
    products.map(({ id }) => id),
    rows,
  );
}
