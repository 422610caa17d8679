import { type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { lockDueGiftCards, markIssued, markSent, listUnissuedGiftCards } from "./purchase-sql.ts";
import { issueGiftCard } from "../issue-gift-card.ts";

const BATCH = 100;

/**
 * Issues the gift cards of a paid order and queues the emails that are due now. Idempotent. The caller must hold the
 * order's row lock.
 */
export async function issuePurchasedGiftCards(db: Tx, orderId: number, now: Date): Promise<void> {
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
}

/** Sends the emails of gift cards whose delivery date has come. */
export async function sendDueGiftCards({ db, clock }: AppContext): Promise<void> {
  const due = { now: clock.now(), orderId: null, limit: BATCH };
  while ((await withTransaction(db, async (tx) => queueDueEmails(tx, due))) === BATCH);
}

/** Returns how many emails it has queued. */
async function queueDueEmails(db: Tx, due: { now: Date; orderId: number | null; limit: number }): Promise<number> {
  const giftCards = await lockDueGiftCards(db, due);
  if (giftCards.length === 0) return 0;
  for (const { gift_card_id: giftCardId, recipient_email: recipient, locale } of giftCards)
    await queueEmail(db, {
      ...{ recipient, locale, template: "gift_card", params: { giftCardId } },
      dedupKey: `gift_card:${giftCardId}`,
    });
  await markSent(
    db,
    giftCards.map((one) => one.gift_card_id),
    due.now,
  );
  return giftCards.length;
}
