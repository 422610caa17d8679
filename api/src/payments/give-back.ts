import { afterCommit, type Tx } from "../platform/db.ts";
import { voidBought } from "../promotions/bought.ts";
import type { House } from "../platform/http.ts";
import { inBackground } from "./background.ts";
import { addRefund, takenOf } from "./refund-sql.ts";
import { sendRefund } from "./refunds.ts";

/**
 * Asks the provider to give back whatever is left of what was taken for an order, once however often it is called. The order says
 * "refunded" when the provider has done it. Gift certificates that it has bought are taken back with it. The caller holds
 * the order's row. @returns whether any money was taken. Refuses `certificate_used`.
 */
export async function giveMoneyBack(
  house: House,
  db: Tx,
  orderId: number,
  reason: "order_cancelled" | "order_returned",
): Promise<boolean> {
  const taken = await takenOf(db, orderId);
  if (taken.length > 0) await voidBought(db, orderId);
  for (const { attempt_id, payment_id, left_minor: amount_minor } of taken) {
    if (amount_minor === 0) continue;
    const id = `back-${attempt_id}`;
    await addRefund(db, { id, payment_id, attempt_id, amount_minor, reason, created_at: house.clock.now() });
    afterCommit(db, () => inBackground(house, "sending a refund", () => sendRefund(house, id)));
  }
  return taken.length > 0;
}
