import { adminAction } from "../../staff/admin-action.ts";
import { resolveReturnRequest, returnParams } from "../admin-schema.ts";
import { resolveReturn } from "./resolve-return.ts";

/** Ends a return with a replacement order, or with nothing. */
export const resolveReturnAction = adminAction({
  name: "return.resolved",
  permission: "returns:write",
  params: returnParams,
  input: resolveReturnRequest,
  subject: ({ id }) => ({ kind: "return", id }),
  stepUp: () => false,
  run: async (tx, { id }, input, context) => resolveReturn(tx, id, input, context),
  inverse: null,
});
