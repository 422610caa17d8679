import { orderParams } from "../../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { stepUpRefundMinor } from "../../staff/settings.ts";
import { createRefundRequest } from "./admin-schema.ts";
import { describeRefund, listRefundChanges } from "./describe-refund.ts";
import { getRefundedRubMinor, toRefundParts } from "./refund-limits.ts";
import { findRefundableOrder } from "./refundable-order-sql.ts";
import { requestRefund } from "./request-refund.ts";

/** Refunds lines, delivery or an amount of an order. Money that was paid out is not undone. */
export const refundOrder = adminAction({
  name: "order.refund_requested",
  permission: "refunds:create",
  params: orderParams,
  input: createRefundRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: async ({ id }, input, { app }) =>
    (await getRefundedRubMinor(app.db, id, input)) > (await getSetting(app.db, stepUpRefundMinor)),
  run: async (tx, { id }, input, { app, actor }) => {
    const order = await findRefundableOrder(tx, id);
    if (!order) throw refuse(orderRefusals, "order_not_found");
    const refund = await requestRefund(app, tx, {
      ...toRefundParts(order, input),
      ...{ orderId: id, reason: input.reason, comment: input.comment, restock: input.restock },
      createdBy: { id: actor.kind === "staff" ? actor.id : null, label: actor.label },
    });
    const result = await describeRefund(tx, order, refund, input.delivery);
    return { result, changes: listRefundChanges(result, input) };
  },
  inverse: null,
});
