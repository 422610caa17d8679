import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { order, orderList, ordersQuery, refusals } from "./schema.ts";
import { getOrder, listOrders } from "./service.ts";

const idParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export function orderRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders",
    auth: "customer",
    summary: "List the customer's orders, newest first",
    query: ordersQuery,
    response: orderList,
    handler: async ({ db, customer, query }) => ({ data: await listOrders(db, customer.id, query) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}",
    auth: "customer",
    summary: "Get one of the customer's orders",
    params: idParams,
    response: order,
    refusals,
    handler: async ({ db, customer, params, locale }) => ({ data: await getOrder(db, customer.id, params.id, locale) }),
  });
}
