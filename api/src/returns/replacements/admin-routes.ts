import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals, returnChange } from "../admin-schema.ts";
import { resolveReturnAction } from "./admin-actions.ts";

const { return_not_found, return_transition_not_allowed, replacement_not_possible, replacement_out_of_stock } =
  refusals;

/** The endpoint that ends a return without a refund (docs/domain/returns.md). */
export function resolveReturnRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/returns/{id}/resolve",
    summary: "End a return with a replacement order at no charge, or with nothing",
    action: resolveReturnAction,
    response: returnChange,
    refusals: {
      ...{ return_not_found, return_transition_not_allowed, state_changed: refusals.state_changed },
      ...{ replacement_not_possible, replacement_out_of_stock },
    },
  });
}
