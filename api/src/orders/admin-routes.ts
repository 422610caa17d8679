import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import {
  foundOrders,
  orderDetail,
  orderListFilterQuery,
  orderListQuery,
  orderNeighbors,
  orderPage,
  orderParams,
  orderSearchQuery,
  orderViewCounts,
} from "./admin-schema.ts";
import { refusals } from "./schema.ts";
import { getOrderDetail } from "./staff/order-detail.ts";
import { findOrders, getOrderNeighbors, getOrderPage, getOrderViewCounts } from "./staff/order-list.ts";

const { order_not_found } = refusals;

/** Endpoints that read the orders that staff handle (docs/domain/orders.md). */
export function adminOrderRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/orders",
    permission: "orders:read",
    summary: "List orders: a view with filters, sorted, one page",
    query: orderListQuery,
    response: orderPage,
    handler: async ({ db, query, session, now }) => ({
      data: await getOrderPage(db, query, { staffId: session.staff.id, now }),
    }),
  });
  adminQuery(api, {
    path: "/orders/views",
    permission: "orders:read",
    summary: "Count the orders of each shared view",
    response: orderViewCounts,
    handler: async ({ db, now }) => ({ data: await getOrderViewCounts(db, now) }),
  });
  adminQuery(api, {
    path: "/orders/search",
    permission: "orders:read",
    summary: "Find orders by a text that is being typed",
    query: orderSearchQuery,
    response: foundOrders,
    handler: async ({ db, query, session, now }) => ({
      data: await findOrders(db, query.q, { staffId: session.staff.id, permissions: session.permissions, now }),
    }),
  });
  addOrderEndpoints(api);
}

function addOrderEndpoints(api: AdminApi): void {
  adminQuery(api, {
    path: "/orders/{id}",
    permission: "orders:read",
    summary: "Get an order with its ledger, timeline, notes and next step; personal data is masked",
    params: orderParams,
    response: orderDetail,
    refusals: { order_not_found },
    handler: async ({ db, params, session, locale, now }) => ({
      data: await getOrderDetail(db, params.id, {
        staffId: session.staff.id,
        permissions: session.permissions,
        locale,
        now,
      }),
    }),
  });
  adminQuery(api, {
    path: "/orders/{id}/neighbors",
    permission: "orders:read",
    summary: "Find the orders before and after an order in a list",
    params: orderParams,
    query: orderListFilterQuery,
    response: orderNeighbors,
    refusals: { order_not_found },
    handler: async ({ db, params, query, session, now }) => ({
      data: await getOrderNeighbors(db, params.id, query, { staffId: session.staff.id, now }),
    }),
  });
}
