import { convertToRub } from "../../money/currency.ts";
import type { Tx } from "../../platform/db/database.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { type ActionContext, type Payout, requireStepUp } from "../../staff/admin-action.ts";
import { secondApprovalMinor, stepUpRefundMinor } from "../../staff/settings.ts";
import { lockOrder } from "../sql.ts";
import { getPaidBack } from "./refund-sql.ts";

/** A payout, and whether it needs a recent code of the authenticator. */
export type CheckedPayout = Payout & { requiresStepUp: boolean };

/**
 * Checks the money that the transaction pays back by decision of staff: by a refund, a return, an edit or a
 * cancellation. Above the first limit the person needs a recent code of the authenticator, above the second one another
 * person has to approve the action. All refunds of the order count together, so that a large one cannot be divided into
 * small ones; the order row must be locked, so that parallel requests cannot exceed a limit either.
 * @param amountMinor what the transaction pays back, in minor units of the order's currency
 * @returns null if it is nothing
 * @throws refusal `step_up_required` or `step_up_not_possible`
 */
export async function checkPayout(
  tx: Tx,
  orderId: number,
  amountMinor: number,
  context: ActionContext,
): Promise<CheckedPayout | null> {
  if (amountMinor === 0) return null;
  const { paidBackMinor, currency, minorDigits, rubPerUnit } = await getPaidBack(tx, orderId);
  const [stepUpLimit, approvalLimit] = await Promise.all([
    getSetting(tx, stepUpRefundMinor),
    getSetting(tx, secondApprovalMinor),
  ]);
  const rubMinor = convertToRub(paidBackMinor, { minorDigits, rubPerUnit });
  // Whoever has a shell on the server is not limited.
  const requiresApproval = approvalLimit !== null && rubMinor > approvalLimit && context.actor.kind !== "command";
  const requiresStepUp = requiresApproval || rubMinor > stepUpLimit;
  if (requiresStepUp) requireStepUp(context);
  return { subject: { kind: "order", id: orderId }, amountMinor, currency, requiresApproval, requiresStepUp };
}

/**
 * Runs `work`, which may refund an order, and checks what it pays back (`checkPayout`).
 * @throws refusal `step_up_required` or `step_up_not_possible`, and those of `work`
 */
export async function runWithPayoutCheck<T>(
  tx: Tx,
  orderId: number,
  context: ActionContext,
  work: () => Promise<T>,
): Promise<{ value: T; payout: CheckedPayout | null }> {
  await lockOrder(tx, orderId);
  const before = await getPaidBack(tx, orderId);
  const value = await work();
  const after = await getPaidBack(tx, orderId);
  const payout = await checkPayout(tx, orderId, after.paidBackMinor - before.paidBackMinor, context);
  return { value, payout };
}
