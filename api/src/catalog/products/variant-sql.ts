import type { Db } from "../../platform/db/database.ts";

export type VariantSummaryRow = {
  product_id: number;
  option_id: number;
  name_en: string;
  stock: number;
  price_minor: number;
};

/** Returns the variants of a product by its reference (SKU). */
export async function findVariantsByReference(db: Db, reference: string): Promise<VariantSummaryRow[]> {
  return db
    .selectFrom("product_variants as v")
    .innerJoin("products as p", "p.id", "v.product_id")
    .select(["v.product_id", "v.option_id", "v.name_en", "v.stock", "v.price_minor"])
    .where("p.reference", "=", reference)
    .orderBy("v.position")
    .execute();
}

/** Changes stock or price of a variant. Triggers keep the product's card columns and the price history in sync. */
export async function updateVariant(
  db: Db,
  { product_id, option_id }: Pick<VariantSummaryRow, "product_id" | "option_id">,
  change: { stock: number } | { price_minor: number; old_price_minor: number | null; sale_ends_at: null },
): Promise<void> {
  await db
    .updateTable("product_variants")
    .set(change)
    .where("product_id", "=", product_id)
    .where("option_id", "=", option_id)
    .execute();
}
