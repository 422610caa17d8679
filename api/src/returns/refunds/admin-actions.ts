import { checkPayout } from "../../payments/refunds/check-payout.ts";
import { markOrderRefunded } from "../../payments/refunds/refunds.ts";
import { requestRefund, toRefundParts } from "../../payments/refunds/request-refund.ts";
import { refusals as paymentRefusals } from "../../payments/schema.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { type ActionContext, type ActionOutcome, adminAction } from "../../staff/admin-action.ts";
import { type RefundReturnRequest, refundReturnRequest, type ReturnChange, returnParams } from "../admin-schema.ts";
import { lockForTransition, markOrderReturned, saveTransition } from "../transition-return.ts";
import { notifyCustomer } from "../notify-customer.ts";
import { findRefundablePieces, linkRefunds } from "../sql.ts";

/** Ends a return with a refund of its goods. Money that was paid out is not undone. */
export const refundReturnAction = adminAction({
  name: "return.refunded",
  permission: "refunds:create",
  params: returnParams,
  input: refundReturnRequest,
  subject: ({ id }) => ({ kind: "return", id }),
  // `checkPayout` requires a code for a large refund.
  stepUp: () => false,
  run: async (tx, { id }, input, context) => refundReturn(tx, id, input, context),
  inverse: null,
});

type RefundParts = Pick<RefundReturnRequest, "delivery" | "amount"> & {
  orderId: number;
  lines: { line: number; quantity: number }[];
  minor_digits: number;
};

/**
 * Returns what of an order a return would refund: the pieces that came back, or of a claim all of them, as far as they
 * are not refunded yet.
 * @returns null if there is no such return with the status that the caller saw
 * @throws refusal `nothing_to_refund` if neither pieces nor delivery are left
 */
async function findRefundParts(
  db: Db,
  returnId: number,
  { from, delivery, amount }: RefundReturnRequest,
): Promise<RefundParts | null> {
  const pieces = await findRefundablePieces(db, returnId);
  if (pieces?.status !== from) return null;
  const { order_id: orderId, lines, minor_digits } = pieces;
  if (lines.length === 0 && delivery === 0) throw refuse(paymentRefusals, "nothing_to_refund");
  return { orderId, lines, delivery, amount, minor_digits };
}

/**
 * Ends a return with a refund. When all goods of the order have come back to be refunded, the order is returned, and
 * refunded once the provider has confirmed, or at once if no money was paid for it.
 * @throws refusals of `lockForTransition` and `requestRefund`
 */
async function refundReturn(
  tx: Tx,
  id: number,
  { from, delivery, amount }: RefundReturnRequest,
  context: ActionContext,
): Promise<ActionOutcome<ReturnChange>> {
  const { app, now, actor } = context;
  const locked = await lockForTransition(tx, id, { from, to: "resolved" });
  const parts = await findRefundParts(tx, id, { from, delivery, amount });
  if (!parts) throw new Error(`the return ${id} has changed although it is locked`);
  const { refundIds, amountMinor, valueMinor } = await requestRefund(app, tx, {
    ...toRefundParts(parts, parts),
    ...{ orderId: locked.order_id, reason: locked.kind === "claim" ? "claim" : "goods_returned", restock: false },
    createdBy: { id: actor.kind === "staff" ? actor.id : null, label: actor.label },
  });
  const payout = await checkPayout(tx, locked.order_id, amountMinor, context);
  await linkRefunds(tx, id, refundIds);
  const saved = await saveTransition(
    tx,
    locked,
    "resolved",
    { outcome: "refund", closed_at: now },
    {
      refunds: [...refundIds],
      changes: [
        { field: "outcome", from: null, to: "refund" },
        { field: "refunded_minor", from: null, to: amountMinor || valueMinor },
      ],
    },
  );
  await markOrderReturned(tx, locked.order_id, { app, now, actor });
  if (amountMinor === 0) await markOrderRefunded(app, tx, locked.order_id);
  await notifyCustomer(tx, locked, "resolved", now);
  return { ...saved, payout };
}
