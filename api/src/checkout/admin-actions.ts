import { orderParams } from "../orders/admin-schema.ts";
import type { OrderStatus } from "../orders/schema.ts";
import {
  cancelOrderRequest,
  changeStatusRequest,
  refusals,
  shipOrderRequest,
  type StatusOutcome,
} from "../orders/staff/admin-schema.ts";
import { getStaffId, requireAssignee } from "../orders/staff/assignee.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import { runWithPayoutCheck } from "../payments/refunds/check-payout.ts";
import type { FieldChange } from "../platform/audit/audit-log.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type ActionContext, type ActionOutcome, adminAction } from "../staff/admin-action.ts";
import type { Permission } from "../staff/permissions.ts";
import { changeOrderStatus } from "./change-order-status.ts";

type StatusRequest = Readonly<{
  /** The status that the caller saw. */
  from: OrderStatus;
  to: OrderStatus;
  tracking?: string | undefined;
  /** For the steps of a parcel: whether the assignment of another member of staff is ignored. */
  takeOver?: boolean;
}>;

const order = ({ id }: { id: number }) => ({ kind: "order", id });
const noStepUp = () => false;

/** Creates an action that changes the status of an order and needs no further input. */
function createStatusAction(name: string, permission: Permission, to: OrderStatus) {
  return adminAction({
    name,
    permission,
    params: orderParams,
    input: changeStatusRequest,
    subject: order,
    stepUp: noStepUp,
    run: async (tx, { id }, { from, take_over }, context) =>
      changeStatus(tx, id, { from, to, takeOver: take_over }, context),
    inverse: null,
  });
}

export const startPacking = createStatusAction("order.packing_started", "orders:fulfill", "packing");

/** The customer has received the parcel. */
export const markDelivered = createStatusAction("order.delivered", "orders:fulfill", "delivered");

/** The parcel has come back. */
export const markReturned = createStatusAction("order.returned", "orders:fulfill", "returned");

/** Marks an order as paid although no payment was received. Only the command line offers it. */
export const markPaid = createStatusAction("order.marked_paid", "orders:edit", "paid");

/** Refunds what is left of the payment of a canceled or returned order. */
export const refundClosedOrder = createStatusAction("order.remainder_refunded", "refunds:create", "refunded");

/** Hands a packed order over to the carrier, with its tracking number if there is one. */
export const shipOrder = adminAction({
  name: "order.shipped",
  permission: "orders:fulfill",
  params: orderParams,
  input: shipOrderRequest,
  subject: order,
  stepUp: noStepUp,
  run: async (tx, { id }, { from, take_over, tracking_number }, context) =>
    changeStatus(tx, id, { from, to: "shipped", takeOver: take_over, tracking: tracking_number }, context),
  inverse: null,
});

/** Cancels an order that is not shipped: its goods return to stock, and what was paid is refunded. */
export const cancelOrderByStaff = adminAction({
  name: "order.canceled",
  permission: "orders:cancel",
  params: orderParams,
  input: cancelOrderRequest,
  subject: order,
  // `checkPayout` requires a code for a large refund.
  stepUp: noStepUp,
  run: async (tx, { id }, { from }, context) => changeStatus(tx, id, { from, to: "cancelled" }, context),
  inverse: null,
});

/** @throws Refusal `state_changed`, with the current status, and those of `requireAssignee` and `changeOrderStatus` */
async function changeStatus(
  tx: Tx,
  id: number,
  { from, to, tracking, takeOver = false }: StatusRequest,
  context: ActionContext,
): Promise<ActionOutcome<{ status: OrderStatus; outcome: StatusOutcome }>> {
  const { app, now, actor } = context;
  const current = await lockOrderAndGetStatus(tx, id);
  // A second click on the same button.
  if (current === to) return { result: { status: to, outcome: "unchanged" }, changes: null };
  if (current !== from) throw refuse(refusals, "state_changed", { data: { status: current } });
  if ((to === "packing" || to === "shipped") && !takeOver) await requireAssignee(tx, id, getStaffId(actor), now);
  const details = { now, actor, ...(tracking === undefined ? {} : { tracking }) };
  const change = () => changeOrderStatus(app, tx, id, to, details);
  const { value: outcome, payout } =
    to === "cancelled" || to === "refunded"
      ? await runWithPayoutCheck(tx, id, context, change)
      : { value: await change(), payout: null };
  const changes: FieldChange[] = [
    { field: "status", from, to },
    ...(tracking === undefined ? [] : [{ field: "tracking_number", from: null, to: tracking }]),
  ];
  return { result: { status: outcome === "refund_requested" ? current : to, outcome }, changes, payout };
}
