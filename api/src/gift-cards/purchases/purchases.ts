import { randomBytes } from "node:crypto";
import type { Tx } from "../../platform/db/database.ts";
import { type GiftMessage, insertOrderGiftCards, lockOrderGiftCards } from "./purchase-sql.ts";

export {
  type PurchasedGiftCardRow,
  listOrderGiftCards,
  type GiftMessage,
  areAllSent,
  listCompletelySentOrders,
} from "./purchase-sql.ts";

/** Length of the random key of a gift card's page, in bytes. */
const PAGE_KEY_BYTES = 24;

/**
 * Stores the gift cards of a new order; each gets an unguessable key for its page.
 * @param lines with the price in minor units of the order's currency and the face value (`face_value_minor`) in kopecks
 */
export async function createOrderGiftCards(
  db: Tx,
  orderId: number,
  lines: readonly (GiftMessage & { price_minor: number; face_value_minor: number })[],
): Promise<void> {
  await insertOrderGiftCards(
    db,
    orderId,
    lines.map((line) => ({ ...line, key: randomBytes(PAGE_KEY_BYTES).toString("base64url") })),
  );
}

/**
 * Returns which part of an order's payment is for gift cards that still have value or were used, and so cannot be
 * refunded, and which part is for voided ones. In minor units of the order's currency.
 */
export async function getOrderGiftCardAmounts(
  db: Tx,
  orderId: number,
): Promise<{ nonRefundableMinor: number; voidedMinor: number }> {
  let nonRefundableMinor = 0;
  let voidedMinor = 0;
  for (const { price_minor, amount_minor, voided_minor } of await lockOrderGiftCards(db, orderId)) {
    const voidedPartMinor = Number((BigInt(price_minor) * BigInt(voided_minor)) / BigInt(amount_minor));
    voidedMinor += voidedPartMinor;
    nonRefundableMinor += price_minor - voidedPartMinor;
  }
  return { nonRefundableMinor, voidedMinor };
}
