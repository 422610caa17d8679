import { orderParams } from "../orders/admin-schema.ts";
import { getStaffId } from "../orders/staff/assignee.ts";
import { checkPayout } from "../payments/refunds/check-payout.ts";
import { refuse } from "../platform/http/errors.ts";
import { adminAction } from "../staff/admin-action.ts";
import { type SeparatedOrders, separateRequest, staffJoinRequest } from "./admin-schema.ts";
import { joinOrders } from "./join-orders.ts";
import { serializePlan } from "./plan-join.ts";
import { refusals, type JoinOutcome } from "./schema.ts";
import { separateParcel } from "./separate-orders.ts";

/** Sends two orders of a customer in one parcel. A higher duty needs the customer's own consent. */
export const joinOrdersAction = adminAction({
  name: "order.joined",
  permission: "orders:edit",
  params: orderParams,
  input: staffJoinRequest,
  subject: (_params, { joined_order_id }: JoinOutcome) => ({ kind: "order", id: joined_order_id }),
  // `checkPayout` requires a code for a large refund.
  stepUp: () => false,
  run: async (tx, { id }, { order_id: otherId }, context) => {
    const { app, actor } = context;
    const author = { byCustomer: false, staff: { id: getStaffId(actor), label: actor.label } };
    const plan = await joinOrders(app, tx, [id, otherId], { author });
    if (plan.duty.togetherMinor > plan.duty.separateMinor) throw refuse(refusals, "join_raises_duty");
    const payout = await checkPayout(tx, plan.joinedOrderId, plan.returned.moneyMinor, context);
    const changes = [
      { field: "main_order_id", from: null, to: plan.mainOrderId },
      { field: "refund_minor", from: null, to: plan.returned.moneyMinor },
    ];
    return { result: serializePlan(plan), changes, payout };
  },
  inverse: null,
});

/** Sends joined orders alone again. Delivery that was returned stays returned. */
export const separateOrdersAction = adminAction({
  name: "order.separated",
  permission: "orders:edit",
  params: orderParams,
  input: separateRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: () => false,
  run: async (tx, { id }, _input, { now }) => {
    const separated = await separateParcel(tx, id, now);
    const result: SeparatedOrders = { order_id: id, separated };
    return {
      result,
      changes: separated.map((order) => ({ field: `joined_${order}`, from: "joined", to: "separate" })),
    };
  },
  inverse: null,
});
