import { afterCommit, type Tx } from "../../platform/db/database.ts";
import { voidOrderGiftCards } from "../../gift-cards/void-gift-cards.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { runInBackground } from "../background-tasks.ts";
import { addRefund, listCharges } from "./refund-sql.ts";
import { getFullRefundId, sendRefund } from "./refunds.ts";

/**
 * Requests a refund of everything that was paid for an order and not refunded yet. Idempotent. The order becomes
 * `refunded` when the provider has confirmed the refund. Gift cards bought with the order are voided. The caller must
 * have locked the order row.
 * @returns whether any payment had been received.
 * @throws refusal `certificate_used`.
 */
export async function refundRemainingAmount(
  app: AppContext,
  db: Tx,
  orderId: number,
  reason: "order_cancelled" | "order_returned",
): Promise<boolean> {
  const charges = await listCharges(db, orderId);
  if (charges.length > 0) await voidOrderGiftCards(db, orderId);
  for (const { attempt_id, payment_id, left_minor: amount_minor } of charges) {
    if (amount_minor === 0) continue;
    const id = getFullRefundId(attempt_id);
    await addRefund(db, { id, payment_id, attempt_id, amount_minor, reason, created_at: app.clock.now() });
    afterCommit(db, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
  }
  return charges.length > 0;
}
