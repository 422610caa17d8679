import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { notificationList, refusals } from "./schema.ts";
import { dismissNotification, listNotifications } from "./service.ts";

export function notificationRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/notification",
    who: "customer",
    summary: "What the customer has not hidden, the newest first",
    answer: notificationList,
    handler: async ({ db, customer, locale }) => ({
      data: { items: await listNotifications(db, customer.id, locale) },
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/notification/{id}",
    who: "customer",
    summary: "Hide one; answers with those that are left",
    params: idParams,
    answer: notificationList,
    refusals,
    handler: async ({ db, customer, params, locale, now }) => {
      await dismissNotification(db, customer.id, params.id, now);
      return { data: { items: await listNotifications(db, customer.id, locale) } };
    },
  });
}
