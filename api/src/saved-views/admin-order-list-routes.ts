import { countOrderLists } from "../orders/staff/order-list.ts";
import type { AdminApi } from "../staff/admin-endpoint.ts";
import { addViewListEndpoint } from "./list-views.ts";

/** The endpoint that lists the saved views of orders. */
export function savedOrderViewRoutes(api: AdminApi): void {
  addViewListEndpoint(api, "orders", countOrderLists);
}
