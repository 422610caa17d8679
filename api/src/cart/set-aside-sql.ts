import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

export type Pieces = { productId: number; optionId: number; qty: number };

/** Quantities that wait for the next order, by `{product}_{option}`. */
export async function asideQuantities(db: Db, customerId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("cart_set_aside")
    .select(["product_id", "option_id", "qty"])
    .where("customer_id", "=", customerId)
    .execute();
  return new Map(rows.map((row) => [`${row.product_id}_${row.option_id}`, row.qty]));
}

/** Gives the lines of a cart these quantities; 0 takes a line out. The shopper did it, so it is no news to him. */
export async function putInCart(db: Tx, customerId: number, lines: readonly Pieces[]): Promise<void> {
  const column = (name: keyof Pieces) => lines.map((line) => line[name]);
  await sql`
    with wanted as (
      select * from unnest(${column("productId")}::integer[], ${column("optionId")}::integer[], ${column("qty")}::integer[])
        as w(product_id, option_id, qty)
    ), gone as (
      delete from cart_lines l using wanted w
      where l.customer_id = ${customerId} and l.product_id = w.product_id and l.option_id = w.option_id and w.qty = 0
    )
    insert into cart_lines (customer_id, product_id, option_id, qty, seen_qty)
    select ${customerId}, product_id, option_id, qty, qty from wanted where qty > 0
    on conflict (customer_id, product_id, option_id) do update set qty = excluded.qty, seen_qty = excluded.qty`.execute(
    db,
  );
}

/** Makes these pieces all that waits for the next order. */
export async function putAside(db: Tx, customerId: number, lines: readonly Pieces[]): Promise<void> {
  await db.deleteFrom("cart_set_aside").where("customer_id", "=", customerId).execute();
  if (lines.length === 0) return;
  await db
    .insertInto("cart_set_aside")
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

/** What waited goes into the cart. */
export async function putBackAll(db: Tx, customerId: number): Promise<void> {
  await sql`
    with back as (
      delete from cart_set_aside where customer_id = ${customerId} returning product_id, option_id, qty
    )
    insert into cart_lines (customer_id, product_id, option_id, qty, seen_qty)
    select ${customerId}, product_id, option_id, qty, qty from back
    on conflict (customer_id, product_id, option_id)
      do update set qty = cart_lines.qty + excluded.qty, seen_qty = cart_lines.qty + excluded.qty`.execute(db);
}
