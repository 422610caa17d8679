import { z } from "zod";
import { refusals as catalogRefusals } from "../../catalog/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { getOrderRefills, setRefillReminder } from "./refills.ts";
import { orderRefills, refillReminder, refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;
const { too_many_alerts } = catalogRefusals;

/** Endpoints that say until when the items of an order last (docs/domain/orders.md#refills). */
export function refillRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/refills",
    auth: "customer",
    summary: "List until when the items of a delivered order last if they are used every day",
    params: idParams,
    response: orderRefills,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await getOrderRefills(db, { customerId: customer.id, orderId: params.id, now }),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/refills",
    auth: "customer",
    summary: "Create an alert, sent once before an item of the order is used up; idempotent",
    params: idParams,
    body: refillReminder,
    response: z.object({ on: z.literal(true) }),
    refusals: { order_not_found, too_many_alerts, ...refusals },
    handler: async ({ db, customer, params, body, now }) => {
      await setRefillReminder(db, { customerId: customer.id, orderId: params.id, now }, body);
      return { data: { on: true as const } };
    },
  });
}
