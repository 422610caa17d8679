import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

/** Returns the products on the customer's wishlist that the shop still shows, most recently added first. */
export async function listWishlistProductIds(db: Db, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from wishlist_items w join products p on p.id = w.product_id
    where w.customer_id = ${customerId} and p.status = 'active'
    order by w.added_at desc, p.id desc`.execute(db);
  return rows.map((row) => row.id);
}

/** Whether the shop shows a product. */
export async function isProductVisible(db: Db, productId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from products where id = ${productId} and status = 'active'`.execute(db);
  return rows.length > 0;
}

/** Returns how many other products are on the customer's wishlist, visible or not. */
export async function countOtherItems(db: Tx, customerId: number, productId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wishlist_items
    where customer_id = ${customerId} and product_id <> ${productId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertWishlistItem(db: Tx, customerId: number, productId: number, addedAt: Date): Promise<void> {
  await db
    .insertInto("wishlist_items")
    .values({ customer_id: customerId, product_id: productId, added_at: addedAt })
    .onConflict((on) => on.columns(["customer_id", "product_id"]).doNothing())
    .execute();
}

export async function deleteWishlistItem(db: Db, customerId: number, productId: number): Promise<void> {
  await db
    .deleteFrom("wishlist_items")
    .where("customer_id", "=", customerId)
    .where("product_id", "=", productId)
    .execute();
}
