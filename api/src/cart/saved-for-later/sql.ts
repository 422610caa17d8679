import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A variant with a number of pieces. */
export type LineQuantity = { productId: number; optionId: number; qty: number };

/** Returns the quantities saved for the next order, keyed by `{product}_{option}`. */
export async function getSavedQuantities(db: Db, customerId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("cart_saved_items")
    .select(["product_id", "option_id", "qty"])
    .where("customer_id", "=", customerId)
    .execute();
  return new Map(rows.map((row) => [`${row.product_id}_${row.option_id}`, row.qty]));
}

/** Sets the quantities of cart lines; 0 removes a line. The shopper made the change, so it also counts as seen. */
export async function setCartQuantities(db: Tx, customerId: number, lines: readonly LineQuantity[]): Promise<void> {
  const listValues = (name: keyof LineQuantity) => lines.map((line) => line[name]);
  await sql`
    with wanted as (
      select * from unnest(${listValues("productId")}::integer[], ${listValues("optionId")}::integer[], ${listValues("qty")}::integer[])
        as w(product_id, option_id, qty)
    ), removed as (
      delete from cart_lines l using wanted w
      where l.customer_id = ${customerId} and l.product_id = w.product_id and l.option_id = w.option_id and w.qty = 0
    )
    insert into cart_lines (customer_id, product_id, option_id, qty, seen_qty)
    select ${customerId}, product_id, option_id, qty, qty from wanted where qty > 0
    on conflict (customer_id, product_id, option_id) do update set qty = excluded.qty, seen_qty = excluded.qty`.execute(
    db,
  );
}

/** Replaces everything that is saved for the next order. */
export async function replaceSavedLines(db: Tx, customerId: number, lines: readonly LineQuantity[]): Promise<void> {
  await db.deleteFrom("cart_saved_items").where("customer_id", "=", customerId).execute();
  if (lines.length === 0) return;
  await db
    .insertInto("cart_saved_items")
    .values(
      lines.map(({ productId, optionId, qty }) => ({
        customer_id: customerId,
        product_id: productId,
        option_id: optionId,
        qty,
      })),
    )
    .execute();
}

/** Moves everything saved for the next order into the cart. */
export async function restoreSavedLines(db: Tx, customerId: number): Promise<void> {
  await sql`
    with restored as (
      delete from cart_saved_items where customer_id = ${customerId} returning product_id, option_id, qty
    )
    insert into cart_lines (customer_id, product_id, option_id, qty, seen_qty)
    select ${customerId}, product_id, option_id, qty, qty from restored
    on conflict (customer_id, product_id, option_id)
      do update set qty = cart_lines.qty + excluded.qty, seen_qty = cart_lines.qty + excluded.qty`.execute(db);
}
