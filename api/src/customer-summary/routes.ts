import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { customerSummary } from "./schema.ts";
import { getCustomerSummary } from "./service.ts";

export function customerSummaryRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/summary",
    auth: "customer",
    summary: "Get the customer with their cart quantities, wishlist ids and number of unread notifications",
    response: customerSummary,
    handler: async ({ db, customer }) => ({ data: await getCustomerSummary(db, customer) }),
  });
}
