import { refusals as paymentRefusals } from "../../payments/schema.ts";
import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals, returnChange } from "../admin-schema.ts";
import type { refundReturnAction as RefundReturnAction } from "./admin-actions.ts";

const { return_not_found, return_transition_not_allowed } = refusals;
const { nothing_to_refund, refund_too_large, refund_of_certificates } = paymentRefusals;

/**
 * The endpoint that ends a return with a refund (docs/domain/returns.md).
 * @param refundReturnAction passed by `buildAdminApi`, since it applies the rules of many modules
 */
export const refundReturnRoutes = (refundReturnAction: typeof RefundReturnAction) => (api: AdminApi) => {
  adminEndpoint(api, {
    method: "post",
    path: "/returns/{id}/refund",
    summary: "End a return with a refund of its goods",
    action: refundReturnAction,
    isApprovable: true,
    requiresIdempotencyKey: true,
    response: returnChange,
    refusals: {
      ...{ return_not_found, return_transition_not_allowed, state_changed: refusals.state_changed },
      ...{ nothing_to_refund, refund_too_large, refund_of_certificates },
    },
  });
};
