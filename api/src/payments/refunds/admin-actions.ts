import { orderParams } from "../../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { checkPayout } from "./check-payout.ts";
import {
  createRefundRequest,
  recordRefundRequest,
  refundParams,
  type RetriedRefund,
  retryRefundRequest,
} from "./admin-schema.ts";
import { describeRefund, listRefundChanges } from "./describe-refund.ts";
import { findRefundableOrder } from "./refundable-order-sql.ts";
import { requestRefund, toRefundParts } from "./request-refund.ts";
import { recordRefund, retryRefund } from "./retry-refund.ts";

/** Refunds lines, delivery or an amount of an order. Money that was paid out is not undone. */
export const refundOrder = adminAction({
  name: "order.refund_requested",
  permission: "refunds:create",
  params: orderParams,
  input: createRefundRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  // `checkPayout` requires a code for a large refund.
  stepUp: () => false,
  run: async (tx, { id }, input, context) => {
    const { app, actor } = context;
    const order = await findRefundableOrder(tx, id);
    if (!order) throw refuse(orderRefusals, "order_not_found");
    const refund = await requestRefund(app, tx, {
      ...toRefundParts(order, input),
      ...{ orderId: id, reason: input.reason, comment: input.comment, restock: input.restock },
      createdBy: getAuthor(actor),
    });
    const payout = await checkPayout(tx, id, refund.amountMinor, context);
    const result = await describeRefund(tx, order, refund, { delivery: input.delivery, payout });
    return { result, changes: listRefundChanges(result, input), payout };
  },
  inverse: null,
});

/** Sends the money of a failed refund again, with a new refund; the failed one stays failed. */
export const retryFailedRefund = adminAction({
  name: "order.refund_retried",
  permission: "refunds:create",
  params: refundParams,
  input: retryRefundRequest,
  subject: (_params, { order_id }: RetriedRefund) => ({ kind: "order", id: order_id }),
  stepUp: () => false,
  run: async (tx, { id }, _input, context) => {
    const { amountMinor, ...result } = await retryRefund(context.app, tx, id, getAuthor(context.actor));
    const payout = await checkPayout(tx, result.order_id, amountMinor, context);
    const to = `${result.amount} ${result.currency}`;
    return { result, changes: [{ field: "refund_amount", from: null, to }], payout };
  },
  inverse: null,
});

/** Records that staff have paid the money of a failed refund outside of the provider; the failed one stays failed. */
export const recordFailedRefund = adminAction({
  name: "order.refund_recorded",
  permission: "refunds:create",
  params: refundParams,
  input: recordRefundRequest,
  subject: (_params, { order_id }: RetriedRefund) => ({ kind: "order", id: order_id }),
  stepUp: () => false,
  run: async (tx, { id }, { note }, context) => {
    const createdBy = getAuthor(context.actor);
    const { amountMinor, ...result } = await recordRefund(context.app, tx, id, { note, createdBy });
    const payout = await checkPayout(tx, result.order_id, amountMinor, context);
    const changes = [
      { field: "refund_amount", from: null, to: `${result.amount} ${result.currency}` },
      { field: "note", from: null, to: note, personal: "text" as const },
    ];
    return { result, changes, payout };
  },
  inverse: null,
});

function getAuthor({ kind, id, label }: Actor) {
  return { id: kind === "staff" ? id : null, label };
}
