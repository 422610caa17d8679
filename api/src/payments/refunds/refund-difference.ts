import { randomUUID } from "node:crypto";
import { afterCommit, type Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { runInBackground } from "../background-tasks.ts";
import { refusals } from "../schema.ts";
import { addRefund, listCharges } from "./refund-sql.ts";
import { sendRefund } from "./refunds.ts";

/**
 * Requests a refund of the amount by which an edit lowers the total of an order. Loyalty points and the amount of a gift
 * card stay as they are, since the edited order is still paid with them. The caller must have locked the order.
 * @param amountMinor in minor units of the order's currency
 * @returns the ids of the created refunds
 * @throws refusal `refund_too_large` if less was paid in money and not refunded yet
 */
export async function refundDifference(
  app: AppContext,
  db: Tx,
  orderId: number,
  amountMinor: number,
): Promise<[string, ...string[]]> {
  const refunds: string[] = [];
  let remainingMinor = amountMinor;
  for (const { attempt_id, payment_id, left_minor } of await listCharges(db, orderId)) {
    const amount_minor = Math.min(remainingMinor, left_minor);
    if (amount_minor === 0) continue;
    remainingMinor -= amount_minor;
    const id = `refund-${randomUUID()}`;
    const reason = "order_edited";
    await addRefund(db, { id, payment_id, attempt_id, amount_minor, reason, created_at: app.clock.now() });
    refunds.push(id);
    afterCommit(db, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
  }
  const [first, ...rest] = refunds;
  if (remainingMinor > 0 || first === undefined) throw refuse(refusals, "refund_too_large");
  return [first, ...rest];
}
