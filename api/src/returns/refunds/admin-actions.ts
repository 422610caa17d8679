import { adminAction } from "../../staff/admin-action.ts";
import { refundReturnRequest, returnParams } from "../admin-schema.ts";
import { refundReturn } from "./refund-return.ts";

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
