import type { Db, Tx } from "../../platform/db/database.ts";
import type { GiftMessage } from "../../gift-cards/purchases/purchases.ts";

/** A gift card in a cart; `face_value_minor` is its face value in kopecks. */
export type CartGiftCard = GiftMessage & { id: number; face_value_minor: number };

export async function insertGiftCardLine(db: Tx, customerId: number, line: Omit<CartGiftCard, "id">): Promise<void> {
  await db
    .insertInto("cart_gift_cards")
    .values({ ...line, customer_id: customerId })
    .execute();
}

export async function countGiftCardLines(db: Db, customerId: number): Promise<number> {
  const row = await db
    .selectFrom("cart_gift_cards")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteGiftCardLine(db: Tx, customerId: number, id: number): Promise<void> {
  await db.deleteFrom("cart_gift_cards").where("customer_id", "=", customerId).where("id", "=", id).execute();
}
