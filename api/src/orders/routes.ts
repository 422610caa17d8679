import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { order, orderList, ordersQuery, refusals } from "./schema.ts";
import { getOrder, listOrders } from "./service.ts";

const byId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export function orderRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders",
    who: "customer",
    summary: "The customer's orders, newest first",
    query: ordersQuery,
    answer: orderList,
    handler: async ({ db, customer, query }) => ({ data: await listOrders(db, customer.id, query) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}",
    who: "customer",
    summary: "One of the customer's orders",
    params: byId,
    answer: order,
    refusals,
    handler: async ({ db, customer, params, locale }) => ({ data: await getOrder(db, customer.id, params.id, locale) }),
  });
}
