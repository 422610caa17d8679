import { orderParams } from "../orders/admin-schema.ts";
import { getStaffId } from "../orders/staff/assignee.ts";
import { checkPayout } from "../payments/refunds/check-payout.ts";
import type { FieldChange } from "../platform/audit/audit-log.ts";
import { adminAction } from "../staff/admin-action.ts";
import { cancelOrderEditRequest, editOrderRequest, orderEditParams } from "./admin-schema.ts";
import { type CreatedEdit, editOrder } from "./edit-order.ts";
import { serializeOutcome } from "./edit-outcome.ts";
import { cancelEdit } from "./end-edit.ts";

/** Edits goods, address or delivery of a paid order. */
export const editOrderAction = adminAction({
  name: "order.edited",
  permission: "orders:edit",
  params: orderParams,
  input: editOrderRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  // `checkPayout` requires a code for a large refund of the difference.
  stepUp: () => false,
  run: async (tx, { id }, input, context) => {
    const { app, actor, now } = context;
    const edit = await editOrder(app, tx, id, input, { createdBy: getStaffId(actor), now });
    const payout = await checkPayout(tx, id, Math.max(-edit.differenceMinor, 0), context);
    return { result: serializeOutcome(edit), changes: listFieldChanges(edit), payout };
  },
  inverse: null,
});

/** Cancels an edit that was not paid yet. */
export const cancelOrderEdit = adminAction({
  name: "order.edit_canceled",
  permission: "orders:edit",
  params: orderEditParams,
  input: cancelOrderEditRequest,
  subject: (_params, { order_id }: { edit_id: number; order_id: number; status: "canceled" }) => ({
    kind: "order",
    id: order_id,
  }),
  stepUp: () => false,
  run: async (tx, { id }, _input, { now }) => {
    const { order_id } = await cancelEdit(tx, id, now);
    return {
      result: { edit_id: id, order_id, status: "canceled" as const },
      changes: [{ field: `edit_${id}`, from: "awaiting_payment", to: "canceled" }],
    };
  },
  inverse: null,
});

/** Lists what an edit changes in the audit log, whether it is applied or awaits its payment. */
function listFieldChanges({ id, status, order, changes }: CreatedEdit): FieldChange[] {
  const { before, after, address, delivery, lines } = changes;
  return [
    { field: `edit_${id}`, from: null, to: status },
    ...lines.map(({ reference, option_name, qty_before, qty }) => ({
      field: ["quantity", reference, option_name].filter(Boolean).join(" "),
      from: qty_before,
      to: qty,
    })),
    ...(address
      ? [
          {
            field: "address",
            from: JSON.stringify(order.address),
            to: JSON.stringify(address),
            personal: "text" as const,
          },
        ]
      : []),
    ...(delivery
      ? [{ field: "shipping_method_id", from: order.shipping_method_id, to: delivery.shipping_method_id }]
      : []),
    { field: "total_minor", from: before.total_minor, to: after.total_minor },
  ];
}
