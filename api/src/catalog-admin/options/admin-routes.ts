import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { offerOption, removeOptionAction, withdrawOption } from "./admin-actions.ts";
import { changedOption, deletedOption, refusals } from "./admin-schema.ts";

/** Endpoints by which staff withdraw and delete options of products (docs/domain/catalog-admin.md). */
export function productOptionRoutes(api: AdminApi): void {
  const { option_in_use, state_changed } = refusals;
  adminEndpoint(api, {
    method: "post",
    path: "/products/{id}/options/{option}/withdraw",
    summary: "Withdraw an option from sale; orders keep it",
    action: withdrawOption,
    response: changedOption,
    refusals: { state_changed },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/products/{id}/options/{option}/offer",
    summary: "Offer an option again that was withdrawn",
    action: offerOption,
    response: changedOption,
    refusals: { state_changed },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/products/{id}/options/{option}",
    summary: "Delete an option to which nothing refers",
    action: removeOptionAction,
    response: deletedOption,
    refusals: { option_in_use },
  });
}
