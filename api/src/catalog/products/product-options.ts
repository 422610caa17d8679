import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { lockStock } from "./stock.ts";

/** An option of a product. */
export type OptionKey = Readonly<{ productId: number; optionId: number }>;

/** The columns of an option as JSON, for its restoration. */
export type OptionValues = Readonly<Record<string, unknown>>;

/**
 * Whether nothing refers to the option (v), as a condition of a query: it was never ordered, had no stock, is in no cart,
 * return or count, and has no picture or gift of its own. Nor is it all that a product has which was published.
 */
export const isUnusedOption = sql<boolean>`
  case when v.option_id = 0 or v.stock > 0 or exists (select from stock_movements m
      where m.product_id = v.product_id and m.option_id = v.option_id) then false
    else not exists (
        select from order_lines l /* removed_by_edit or not */ where l.product_id = v.product_id and l.option_id = v.option_id)
      and not exists (select from purchase_order_lines l where l.product_id = v.product_id and l.option_id = v.option_id)
      and not exists (select from product_images i where i.product_id = v.product_id and i.option_id = v.option_id)
      and not exists (select from cart_lines l where l.product_id = v.product_id and l.option_id = v.option_id)
      and not exists (select from cart_saved_items i where i.product_id = v.product_id and i.option_id = v.option_id)
      and not exists (select from product_alerts a where a.product_id = v.product_id and a.option_id = v.option_id)
      and not exists (select from promo_codes c
        where c.gift_product_id = v.product_id and c.gift_option_id = v.option_id)
      and not exists (select from return_lines l where l.replacement_option_id = v.option_id)
      and not exists (select from stock_count_lines l where l.product_id = v.product_id and l.option_id = v.option_id)
      and exists (select from products p where p.id = v.product_id and (p.status = 'draft' or exists (
        select from product_variants o where o.product_id = p.id and o.option_id <> v.option_id)))
      and not exists (select from gift_tier_products g where g.product_id = v.product_id and g.option_id = v.option_id)
  end`;

/** Locks an option until the transaction ends. @returns undefined if the product has no such option */
export async function lockOption(
  tx: Tx,
  { productId, optionId }: OptionKey,
): Promise<{ withdrawn_at: Date | null; is_unused: boolean } | undefined> {
  await lockStock(tx, [{ productId, optionId }]);
  const { rows } = await sql<{ withdrawn_at: Date | null; is_unused: boolean }>`
    select v.withdrawn_at, ${isUnusedOption} as is_unused from product_variants v
    where v.product_id = ${productId} and v.option_id = ${optionId} and v.option_id > 0`.execute(tx);
  return rows[0];
}

/** Withdraws a locked option from sale, or with null offers it again. A trigger updates its product. */
export async function setOptionWithdrawn(tx: Tx, key: OptionKey, withdrawnAt: Date | null): Promise<void> {
  await tx
    .updateTable("product_variants")
    .set({ withdrawn_at: withdrawnAt })
    .where("product_id", "=", key.productId)
    .where("option_id", "=", key.optionId)
    .execute();
}

/** Deletes a locked option. @returns what it was, for its restoration */
export async function deleteOption(tx: Tx, { productId, optionId }: OptionKey): Promise<OptionValues> {
  const { rows } = await sql<{ values: OptionValues }>`
    delete from product_variants v where v.product_id = ${productId} and v.option_id = ${optionId}
    returning to_jsonb(v) as values`.execute(tx);
  const [deleted] = rows;
  if (!deleted) throw new Error("an option was not deleted");
  return deleted.values;
}

/**
 * Inserts an option that was deleted.
 * @returns false if the id belongs to another option by now, or the product has no options any more
 */
export async function insertDeletedOption(tx: Tx, values: OptionValues): Promise<boolean> {
  const { rows } = await sql`
    insert into product_variants select r.* from jsonb_populate_record(null::product_variants, ${JSON.stringify(values)}::jsonb) r
    where not exists (select from product_variants v where v.product_id = r.product_id and v.option_id = 0)
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}
