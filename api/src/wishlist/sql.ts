import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

/** The products that a customer has put by and that the shop still shows, the latest first. */
export async function wishedIds(db: Db, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from wishlist_items w join products p on p.id = w.product_id
    where w.customer_id = ${customerId} and p.status = 'active'
    order by w.added_at desc, p.id desc`.execute(db);
  return rows.map((row) => row.id);
}

export async function isShown(db: Db, productId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from products where id = ${productId} and status = 'active'`.execute(db);
  return rows.length > 0;
}

/** How many a customer has put by, shown or not, besides this one. */
export async function countOthers(db: Tx, customerId: number, productId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wishlist_items
    where customer_id = ${customerId} and product_id <> ${productId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertWish(db: Tx, customerId: number, productId: number, at: Date): Promise<void> {
  await db
    .insertInto("wishlist_items")
    .values({ customer_id: customerId, product_id: productId, added_at: at })
    .onConflict((on) => on.columns(["customer_id", "product_id"]).doNothing())
    .execute();
}

export async function deleteWish(db: Db, customerId: number, productId: number): Promise<void> {
  await db
    .deleteFrom("wishlist_items")
    .where("customer_id", "=", customerId)
    .where("product_id", "=", productId)
    .execute();
}
