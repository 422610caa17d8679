import { orderParams } from "../orders/admin-schema.ts";
import { adminAction } from "../staff/admin-action.ts";
import {
  approveReturnRequest,
  receiveReturnRequest,
  rejectReturnRequest,
  requestReturnRequest,
  type ReturnChange,
  returnParams,
  undoDecisionRequest,
} from "./admin-schema.ts";
import { receiveReturn } from "./receive-return.ts";
import { lockForTransition, saveTransition } from "./transition-return.ts";
import { undoDecision } from "./undo-decision.ts";
import { requestReturn } from "./request-return.ts";
import { notifyCustomer } from "./notify-customer.ts";

const subject = (_params: unknown, { return_id }: ReturnChange) => ({ kind: "return", id: return_id });
const noStepUp = () => false;

/** Records that a customer wants to return or exchange goods of an order, or complains about them. */
export const requestReturnAction = adminAction({
  name: "return.requested",
  permission: "returns:write",
  params: orderParams,
  input: requestReturnRequest,
  subject,
  stepUp: noStepUp,
  run: async (tx, { id: orderId }, input, { now }) => {
    const id = await requestReturn(tx, orderId, input, now);
    const { kind, reason, comment, lines } = input;
    return {
      result: { return_id: id, status: "requested" as const, replacement_order_id: null, refunds: [], restocked: 0 },
      changes: [
        { field: "order", from: null, to: orderId },
        { field: "kind", from: null, to: kind },
        { field: "return_reason", from: null, to: reason },
        ...(comment === "" ? [] : [{ field: "comment", from: null, to: comment, personal: "text" as const }]),
        ...lines.map(({ line, ...pieces }) => ({ field: `line_${line}`, from: null, to: pieces })),
      ],
    };
  },
  inverse: null,
});

/** Agrees to a return. It can be undone until the customer is emailed. */
export const approveReturn = adminAction({
  name: "return.approved",
  permission: "returns:write",
  params: returnParams,
  input: approveReturnRequest,
  subject,
  stepUp: noStepUp,
  run: async (tx, { id }, { from, instructions }, { now }) => {
    const locked = await lockForTransition(tx, id, { from, to: "approved" });
    const outcome = await saveTransition(tx, locked, "approved", { approved_at: now, instructions });
    await notifyCustomer(tx, locked, "approved", now);
    return outcome;
  },
  inverse: ({ params, input }) => ({
    action: "return.decision_undone",
    params,
    input: { from: "approved", to: input.from },
  }),
});

/** Records the goods that came back. */
export const receiveReturnAction = adminAction({
  name: "return.received",
  permission: "returns:write",
  params: returnParams,
  input: receiveReturnRequest,
  subject,
  stepUp: noStepUp,
  run: async (tx, { id }, input, context) => receiveReturn(tx, id, input, context),
  inverse: null,
});

/** Refuses a return, or ends one whose parcel never came. It can be undone until the customer is emailed. */
export const rejectReturn = adminAction({
  name: "return.rejected",
  permission: "returns:write",
  params: returnParams,
  input: rejectReturnRequest,
  subject,
  stepUp: noStepUp,
  run: async (tx, { id }, { from, reason }, { now }) => {
    const locked = await lockForTransition(tx, id, { from, to: "rejected" });
    const outcome = await saveTransition(tx, locked, "rejected", { closed_at: now, decision_reason: reason });
    await notifyCustomer(tx, locked, "rejected", now);
    return outcome;
  },
  inverse: ({ params, input }) => ({
    action: "return.decision_undone",
    params,
    input: { from: "rejected", to: input.from },
  }),
});

/** Undoes an approval or a rejection. */
export const undoReturnDecision = adminAction({
  name: "return.decision_undone",
  permission: "returns:write",
  params: returnParams,
  input: undoDecisionRequest,
  subject,
  stepUp: noStepUp,
  run: async (tx, { id }, input) => undoDecision(tx, id, input),
  inverse: null,
});
