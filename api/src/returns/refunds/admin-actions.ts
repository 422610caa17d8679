import { getRefundedRubMinor } from "../../payments/refunds/refund-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { stepUpRefundMinor } from "../../staff/settings.ts";
import { refundReturnRequest, returnParams } from "../admin-schema.ts";
import { findRefundParts, refundReturn } from "./refund-return.ts";

/** Ends a return with a refund of its goods. Money that was paid out is not undone. */
export const refundReturnAction = adminAction({
  name: "return.refunded",
  permission: "refunds:create",
  params: returnParams,
  input: refundReturnRequest,
  subject: ({ id }) => ({ kind: "return", id }),
  // The limit is that of the refunds of the order, so that a large refund cannot be divided.
  stepUp: async ({ id }, input, { app }) => {
    const parts = await findRefundParts(app.db, id, input);
    if (!parts) return false;
    const refundedMinor = await getRefundedRubMinor(app.db, parts.orderId, parts);
    return refundedMinor > (await getSetting(app.db, stepUpRefundMinor));
  },
  run: async (tx, { id }, input, context) => refundReturn(tx, id, input, context),
  inverse: null,
});
