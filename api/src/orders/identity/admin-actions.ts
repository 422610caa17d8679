import { refuse } from "../../platform/http/errors.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { orderParams } from "../admin-schema.ts";
import { refusals, revealIdentityRequest } from "./admin-schema.ts";
import { readIdentity } from "./recipient-identity.ts";

/** Shows the passport and taxpayer number of an order's recipient. Each time is recorded with its reason. */
export const revealIdentity = adminAction({
  name: "order.identity_revealed",
  permission: "customers:contacts",
  params: orderParams,
  input: revealIdentityRequest,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: () => false,
  run: async (tx, { id }, _input, { app }) => {
    const identity = await readIdentity(app.config, tx, id);
    if (!identity) throw refuse(refusals, "identity_not_given");
    return { result: identity, changes: [] };
  },
  inverse: null,
  hiddenResult: { passport: "", issued_on: "", inn: "" },
});
