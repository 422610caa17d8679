import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import { saveCustomsData } from "./admin-actions.ts";
import { customsCheckPage, customsCheckQuery, pickList, pickListQuery, savedCustomsData } from "./admin-schema.ts";
import { getCustomsCheckPage } from "./customs-check-list.ts";
import { getPickList } from "./pick-list.ts";

/** Endpoints about sending orders (docs/domain/fulfillment.md). */
export function fulfillmentRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/customs-checks",
    permission: "orders:fulfill",
    summary: "List the customs checks of orders that wait to be sent, one page, with counts by status",
    query: customsCheckQuery,
    response: customsCheckPage,
    handler: async ({ db, query }) => ({ data: await getCustomsCheckPage(db, query) }),
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/products/{id}/customs-data",
    action: saveCustomsData,
    summary: "Save the customs data of a product and release the orders that waited for it",
    response: savedCustomsData,
  });
  adminQuery(api, {
    path: "/pick-list",
    permission: "orders:fulfill",
    summary: "List what has to be taken from the shelves for orders, sorted for picking",
    query: pickListQuery,
    response: pickList,
    handler: async ({ db, query, locale }) => ({ data: await getPickList(db, query, locale) }),
  });
}
