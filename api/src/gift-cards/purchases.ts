import { randomBytes } from "node:crypto";
import type { Tx } from "../platform/db/database.ts";
import { type GiftMessage, insertOrderGiftCards } from "./purchase-sql.ts";

export { type PurchasedGiftCardRow, listOrderGiftCards, type GiftMessage, areAllSent } from "./purchase-sql.ts";

const KEY_BYTES = 24;

/** Stores the gift cards of a new order; each gets an unguessable key for its page. */
export async function createOrderGiftCards(
  db: Tx,
  orderId: number,
  lines: readonly (GiftMessage & { price_minor: number; face_value_minor: number })[],
): Promise<void> {
  await insertOrderGiftCards(
    db,
    orderId,
    lines.map((line) => ({ ...line, key: randomBytes(KEY_BYTES).toString("base64url") })),
  );
}
