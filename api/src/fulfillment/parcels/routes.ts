import { refusals } from "../../orders/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { getOrderParcels } from "./get-parcels.ts";
import { orderParcels } from "./schema.ts";

/** The endpoint by which customers follow their parcels (docs/domain/fulfillment.md#parcel-events). */
export function parcelRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/parcels",
    auth: "customer",
    summary: "List the parcels of an order with what has happened to them, newest first",
    params: idParams,
    response: orderParcels,
    refusals: { order_not_found: refusals.order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await getOrderParcels(db, { customerId: customer.id, orderId: params.id, now }),
    }),
  });
}
