import type { Db } from "../platform/db.ts";

export type ShelfVariant = {
  product_id: number;
  option_id: number;
  name_en: string;
  stock: number;
  price_minor: number;
};

/** What a product is sold as, by its article number. */
export async function variantsByReference(db: Db, reference: string): Promise<ShelfVariant[]> {
  return db
    .selectFrom("product_variants as v")
    .innerJoin("products as p", "p.id", "v.product_id")
    .select(["v.product_id", "v.option_id", "v.name_en", "v.stock", "v.price_minor"])
    .where("p.reference", "=", reference)
    .orderBy("v.position")
    .execute();
}

/** Triggers carry it on to the product's card and into the history of prices. */
export async function changeVariant(
  db: Db,
  { product_id, option_id }: Pick<ShelfVariant, "product_id" | "option_id">,
  change: { stock: number } | { price_minor: number; old_price_minor: number | null; sale_ends_at: null },
): Promise<void> {
  await db
    .updateTable("product_variants")
    .set(change)
    .where("product_id", "=", product_id)
    .where("option_id", "=", option_id)
    .execute();
}
