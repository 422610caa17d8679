import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { getShopperContext } from "../pricing/shopper-context.ts";
import { removeAlert, listAlerts, setAlert } from "./alerts.ts";
import { alertList, alertRemoval, alertRequest, refusals } from "../schema.ts";

export function alertRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/alerts",
    auth: "customer",
    summary: "List the customer's pending alerts, most recent first",
    response: alertList,
    handler: async (request) => ({
      data: await listAlerts(request.db, request.customer.id, getShopperContext(request)),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/alerts/{id}",
    auth: "customer",
    summary: "Create an alert, sent once when the product is back in stock or its price drops; idempotent",
    params: idParams,
    body: alertRequest,
    response: z.object({ on: z.boolean() }),
    refusals,
    handler: async ({ db, customer, params, body, now }) => {
      const { option_id: optionId, kind } = body;
      await setAlert(db, { customerId: customer.id, productId: params.id, optionId, kind }, now);
      return { data: { on: true } };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/alerts/{id}",
    auth: "customer",
    summary: "Remove an alert; idempotent",
    params: idParams,
    query: alertRemoval,
    response: z.object({ on: z.boolean() }),
    handler: async ({ db, customer, params, query }) => {
      const { option_id: optionId, kind } = query;
      await removeAlert(db, { customerId: customer.id, productId: params.id, optionId, kind });
      return { data: { on: false } };
    },
  });
}
