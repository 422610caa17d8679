import { countProductLists } from "../catalog-admin/product-list.ts";
import { countReturnLists } from "../returns/return-list.ts";
import type { AdminApi } from "../staff/admin-endpoint.ts";
import { addViewListEndpoint } from "./list-views.ts";

/**
 * Endpoints that list the saved views of all lists but orders. Payments and the audit log are not counted, which would
 * read most of their rows; neither are reviews, whose page has the counts of its views.
 */
export function savedViewListRoutes(api: AdminApi): void {
  addViewListEndpoint(api, "returns", async (db, views) =>
    countReturnLists(
      db,
      views.map(({ id, list: { q: order_id, ...list } }) => ({ id, list: { ...list, order_id } })),
    ),
  );
  addViewListEndpoint(api, "products", countProductLists);
  for (const resource of ["payments", "audit", "reviews"] as const) addViewListEndpoint(api, resource);
}
