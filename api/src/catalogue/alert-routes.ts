import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { dropAlert, listAlerts, setAlert } from "./alerts.ts";
import { alertList, alertWish, refusals } from "./schema.ts";

export function alertRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/alerts",
    who: "customer",
    summary: "What the customer waits for, the latest first",
    answer: alertList,
    handler: async ({ db, customer, locale, currency, now }) => ({
      data: await listAlerts(db, customer.id, { locale, currency, now }),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/alerts/{id}",
    who: "customer",
    summary: "Tell the customer once when the product is back, or when its price drops; again changes nothing",
    params: idParams,
    body: alertWish,
    answer: z.object({ on: z.boolean() }),
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
    who: "customer",
    summary: "Take that back; again changes nothing",
    params: idParams,
    query: alertWish,
    answer: z.object({ on: z.boolean() }),
    handler: async ({ db, customer, params, query }) => {
      const { option_id: optionId, kind } = query;
      await dropAlert(db, { customerId: customer.id, productId: params.id, optionId, kind });
      return { data: { on: false } };
    },
  });
}
