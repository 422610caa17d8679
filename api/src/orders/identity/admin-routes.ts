import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { revealIdentity } from "./admin-actions.ts";
import { refusals, revealedIdentity } from "./admin-schema.ts";

/** Endpoint by which staff read what customs asks of the recipient of an order. */
export function adminRecipientIdentityRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/recipient-identity/reveal",
    summary: "Show the passport and taxpayer number of an order's recipient; each time is recorded with its reason",
    action: revealIdentity,
    response: revealedIdentity,
    refusals,
  });
}
