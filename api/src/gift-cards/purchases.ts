import { randomBytes } from "node:crypto";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { queueEmail } from "../platform/mail/mailer.ts";
import {
  type GiftMessage,
  insertOrderGiftCards,
  areAllSent,
  lockOrderGiftCards,
  lockDueGiftCards,
  markIssued,
  markSent,
  listUnissuedGiftCards,
} from "./purchase-sql.ts";
import { voidBalance, lockGiftCardByCode } from "./sql.ts";
import { issueGiftCard } from "./service.ts";
import { refusals } from "./schema.ts";

export { type PurchasedGiftCardRow, listOrderGiftCards, type GiftMessage, areAllSent } from "./purchase-sql.ts";

const KEY_BYTES = 24;
const BATCH = 100;

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

/**
 * Issues the gift cards of a paid order and queues the emails that are due now. Idempotent. The caller must hold the
 * order's row lock.
 * @returns whether all of them have been sent
 */
export async function issuePurchasedGiftCards(db: Tx, orderId: number, now: Date): Promise<boolean> {
  for (const { line, face_value_minor, recipient_email, message, send_at } of await listUnissuedGiftCards(
    db,
    orderId,
  )) {
    const { id } = await issueGiftCard(
      db,
      {
        ...{ amountMinor: face_value_minor, recipient: recipient_email, message, orderId },
        ...(send_at !== null && send_at > now ? { validFrom: send_at } : {}),
      },
      now,
    );
    await markIssued(db, orderId, line, id);
  }
  await queueDueEmails(db, { now, orderId, limit: BATCH });
  return areAllSent(db, orderId);
}

/**
 * Sends the emails of gift cards whose delivery date has come.
 * @param onSent called in the same transaction with the ids of the orders in which they were bought
 */
export async function sendDueGiftCards(
  { db, clock }: AppContext,
  onSent: (db: Tx, orderIds: number[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const sentCount = await withTransaction(db, async (tx) => {
      const sent = await queueDueEmails(tx, { now: clock.now(), orderId: null, limit: BATCH });
      await onSent(tx, [...new Set(sent)]);
      return sent.length;
    });
    if (sentCount < BATCH) return;
  }
}

async function queueDueEmails(db: Tx, due: { now: Date; orderId: number | null; limit: number }): Promise<number[]> {
  const giftCards = await lockDueGiftCards(db, due);
  if (giftCards.length === 0) return [];
  for (const { gift_card_id: certificateId, recipient_email: recipient, locale } of giftCards)
    await queueEmail(db, {
      ...{ recipient, locale, template: "certificate", params: { certificateId } },
      dedupKey: `certificate:${certificateId}`,
    });
  await markSent(
    db,
    giftCards.map((one) => one.gift_card_id),
    due.now,
  );
  return giftCards.map((one) => one.order_id);
}

/**
 * Voids the gift cards bought in an order that is refunded: their codes lose their value in the same transaction.
 * Idempotent.
 * @throws refusal `certificate_used` if one of them has been used for a payment
 */
export async function voidOrderGiftCards(db: Tx, orderId: number): Promise<void> {
  const giftCards = await lockOrderGiftCards(db, orderId);
  if (giftCards.some((one) => one.balance_minor + one.voided_minor < one.amount_minor))
    throw refuse(refusals, "certificate_used");
  for (const { id } of giftCards) await voidBalance(db, id);
}

/**
 * Voids the remaining balance of a gift card.
 * @returns null if there is no such code
 */
export async function voidGiftCard(
  db: Db,
  code: string,
): Promise<{ code: string; voidedMinor: number; orderId: number | null } | null> {
  return withTransaction(db, async (tx) => {
    const giftCard = await lockGiftCardByCode(tx, code);
    return giftCard && { code, orderId: giftCard.purchase_order_id, voidedMinor: await voidBalance(tx, giftCard.id) };
  });
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
