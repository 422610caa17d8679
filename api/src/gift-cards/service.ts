import type { Db, Tx } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { type GiftCard, insertGiftCard, lockGiftCard, addBalanceEntry, listOrderBalanceChanges } from "./sql.ts";
import { generateGiftCardCode } from "./codes.ts";
import { giftCardValidityDays } from "./settings.ts";

export { type GiftCard, findGiftCardByCode, findGiftCardById, lockGiftCard } from "./sql.ts";

/** Why a gift card cannot be used for payment. */
export type GiftCardRefusal = { code: "certificate_expired" | "certificate_empty" | "certificate_void" };

/** Returns the state of a gift card. */
export function getGiftCardState(giftCard: GiftCard, now: Date): "usable" | "expired" | "empty" | "void" {
  const refusal = getGiftCardRefusal(giftCard, now);
  if (refusal === null) return "usable";
  if (refusal.code === "certificate_expired") return "expired";
  return refusal.code === "certificate_void" ? "void" : "empty";
}

const DAY_MS = 86_400_000;

/** Returns why a gift card cannot be used for payment; null if it can. */
export function getGiftCardRefusal(giftCard: GiftCard, now: Date): GiftCardRefusal | null {
  if (giftCard.expires_at !== null && giftCard.expires_at <= now) return { code: "certificate_expired" };
  if (giftCard.balance_minor > 0) return null;
  return { code: giftCard.voided_minor > 0 ? "certificate_void" : "certificate_empty" };
}

/**
 * Issues a gift card with a new code.
 * @param input.amountMinor face value in kopecks
 * @param input.orderId the order that paid for it
 * @returns its id, its code and its expiry date
 */
export async function issueGiftCard(
  db: Db,
  input: {
    amountMinor: number;
    recipient?: string;
    message?: string;
    orderId?: number;
    days?: number;
    /** The date from which its days are counted; defaults to now. */
    validFrom?: Date;
  },
  now: Date,
): Promise<{ id: number; code: string; expiresAt: Date }> {
  const days = input.days ?? (await getSetting(db, giftCardValidityDays));
  const expiresAt = new Date((input.validFrom ?? now).getTime() + days * DAY_MS);
  for (;;) {
    const code = generateGiftCardCode();
    const id = await insertGiftCard(db, {
      code,
      amount_minor: input.amountMinor,
      recipient: input.recipient ?? "",
      message: input.message ?? "",
      purchase_order_id: input.orderId ?? null,
      expires_at: expiresAt,
      created_at: now,
    });
    if (id !== undefined) return { id, code, expiresAt };
  }
}

/**
 * Charges an order's payment to a gift card; the caller must hold its row lock.
 * @param payment.amountMinor kopecks
 */
export async function spendGiftCard(
  db: Tx,
  payment: { giftCardId: number; orderId: number; amountMinor: number },
  now: Date,
): Promise<void> {
  const { giftCardId, orderId, amountMinor } = payment;
  await addBalanceEntry(db, { giftCardId, orderId, deltaMinor: -amountMinor, at: now });
}

/**
 * Refunds to gift cards what an order charged to them, in proportion to the refunded money; everything by default.
 * Idempotent: never more than was charged. The caller must hold the order's row lock.
 * @param refundedShare.refundedMinor money refunded so far, of `refundedShare.paidMinor` paid
 */
export async function refundToGiftCards(
  db: Tx,
  orderId: number,
  now: Date,
  refundedShare: { refundedMinor: number; paidMinor: number } = { refundedMinor: 1, paidMinor: 1 },
): Promise<void> {
  for (const { gift_card_id: giftCardId, taken_minor, returned_minor } of await listOrderBalanceChanges(db, orderId)) {
    await lockGiftCard(db, giftCardId);
    const refundedMinor = Math.min(refundedShare.refundedMinor, refundedShare.paidMinor);
    const dueMinor =
      Number((BigInt(taken_minor) * BigInt(refundedMinor)) / BigInt(refundedShare.paidMinor)) - returned_minor;
    if (dueMinor > 0) await addBalanceEntry(db, { giftCardId, orderId, deltaMinor: dueMinor, at: now });
  }
}
