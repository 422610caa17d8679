import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A variant by the ids of its product and option; 0 for a product without options. */
export type VariantKey = Readonly<{ productId: number; optionId: number }>;

/** The prices of a variant as they are stored, in kopecks. */
export type StoredPriceRow = {
  product_id: number;
  option_id: number;
  price_minor: number;
  old_price_minor: number | null;
  sale_ends_at: Date | null;
};

/** Lists the prices of variants, without those that do not exist. */
export async function listStoredPrices(db: Db, keys: readonly VariantKey[]): Promise<StoredPriceRow[]> {
  const { rows } = await sql<StoredPriceRow>`
    select v.product_id, v.option_id, v.price_minor, v.old_price_minor, v.sale_ends_at
    from product_variants v where (v.product_id, v.option_id) in (select * from unnest(
      ${keys.map(({ productId }) => productId)}::integer[], ${keys.map(({ optionId }) => optionId)}::integer[]))`.execute(
    db,
  );
  return rows;
}

/** Sets the prices of locked variants. Triggers keep their history, the crossed-out prices and the products in step. */
export async function updatePrices(tx: Tx, prices: readonly StoredPriceRow[]): Promise<void> {
  if (prices.length === 0) return;
  await sql`
    update product_variants v
    set price_minor = n.price_minor, old_price_minor = n.old_price_minor, sale_ends_at = n.sale_ends_at
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as n (product_id integer, option_id integer, price_minor bigint, old_price_minor bigint, sale_ends_at timestamptz)
    where (v.product_id, v.option_id) = (n.product_id, n.option_id)`.execute(tx);
}
