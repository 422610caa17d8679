import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/db.ts";

export type Pieces = { productId: number; optionId: number; qty: number };

/**
 * Holds the stock rows of these variants until the transaction ends. Always in the same order, so that two orders
 * with the same goods wait for each other instead of blocking each other.
 */
export async function lockStock(db: Tx, pieces: Pick<Pieces, "productId" | "optionId">[]): Promise<void> {
  if (pieces.length === 0) return;
  await lockStockOf(
    db,
    sql`select * from unnest(${pieces.map((one) => one.productId)}::integer[], ${pieces.map((one) => one.optionId)}::integer[])`,
  );
}

/** The same for what a query names. @param wanted gives pairs of product and option. */
export async function lockStockOf(db: Tx, wanted: RawBuilder<unknown>): Promise<void> {
  await sql`
    select 1 from product_variants v where (v.product_id, v.option_id) in (${wanted})
    order by v.product_id, v.option_id for update`.execute(db);
}

/** Takes pieces out of stock; the database refuses to go below zero. The rows must be locked. */
export async function takeStock(db: Tx, pieces: Pieces[]): Promise<void> {
  await changeStock(db, pieces, -1);
}

/** Puts pieces back; a variant that was withdrawn meanwhile is passed over. */
export async function returnStock(db: Tx, pieces: Pieces[]): Promise<void> {
  await lockStock(db, pieces);
  await changeStock(db, pieces, 1);
}

async function changeStock(db: Tx, pieces: Pieces[], direction: 1 | -1): Promise<void> {
  // The same variant may stand in two lines (bought and as a present): their pieces count together.
  await sql`
    update product_variants v set stock = v.stock + ${direction} * moved.qty
    from (
      select product_id, option_id, sum(qty)::integer as qty
      from unnest(${pieces.map((one) => one.productId)}::integer[], ${pieces.map((one) => one.optionId)}::integer[],
        ${pieces.map((one) => one.qty)}::integer[]) one(product_id, option_id, qty)
      group by 1, 2
    ) moved
    where v.product_id = moved.product_id and v.option_id = moved.option_id`.execute(db);
}
