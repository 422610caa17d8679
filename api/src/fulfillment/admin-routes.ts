import { orderParams } from "../orders/admin-schema.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import { saveCustomsData } from "./admin-actions.ts";
import {
  customsCheckPage,
  customsCheckQuery,
  customsProblemList,
  customsProblemQuery,
  orderCustomsCheck,
  pickList,
  pickListQuery,
  savedCustomsData,
} from "./admin-schema.ts";
import { getCustomsCheckPage } from "./customs-check-list.ts";
import { getCustomsProblemList, getOrderCustomsCheck } from "./customs-problem-list.ts";
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
  adminQuery(api, {
    path: "/customs-problems",
    permission: "orders:fulfill",
    summary: "List the products that hold up orders at customs, with the orders of each",
    query: customsProblemQuery,
    response: customsProblemList,
    handler: async ({ db, query }) => ({ data: await getCustomsProblemList(db, query) }),
  });
  adminQuery(api, {
    path: "/orders/{id}/customs-check",
    permission: "orders:read",
    summary: "Get the customs check of an order with the customs data of its products",
    params: orderParams,
    response: orderCustomsCheck.nullable(),
    handler: async ({ db, params }) => ({ data: await getOrderCustomsCheck(db, params.id) }),
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
