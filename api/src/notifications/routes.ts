import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { notificationList, readRequest, refusals } from "./schema.ts";
import { dismissNotification, listNotifications } from "./service.ts";
import { markRead } from "./sql.ts";
import { streamNotifications } from "./stream.ts";

const { notification_not_found, too_many_streams } = refusals;

export function notificationRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/notification",
    who: "customer",
    summary: "What the customer has not hidden, the newest first",
    answer: notificationList,
    handler: async ({ db, customer, locale }) => ({
      data: await listNotifications(db, customer.id, locale),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/notification/{id}",
    who: "customer",
    summary: "Hide one; answers with those that are left",
    params: idParams,
    answer: notificationList,
    refusals: { notification_not_found },
    handler: async ({ db, customer, params, locale, now }) => {
      await dismissNotification(db, customer.id, params.id, now);
      return { data: await listNotifications(db, customer.id, locale) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/notification/read",
    who: "customer",
    summary: "Note that everything up to one was read; answers with the list",
    body: readRequest,
    answer: notificationList,
    handler: async ({ db, customer, body, locale, now }) => {
      await markRead(db, customer.id, body.up_to, now);
      return { data: await listNotifications(db, customer.id, locale) };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/notification/stream",
    who: "customer",
    summary: "Server-sent events `unread`: how many are not read, now and whenever that changes",
    refusals: { too_many_streams },
    handler: async ({ house, customer }) => streamNotifications(house, customer),
  });
}
