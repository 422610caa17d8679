import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { notificationList, readRequest, refusals } from "./schema.ts";
import { dismissNotification, listNotifications } from "./service.ts";
import { markRead } from "./sql.ts";
import { streamNotifications } from "./stream.ts";

const { notification_not_found, too_many_streams } = refusals;

export function notificationRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/notification",
    auth: "customer",
    summary: "List the customer's notifications that are not hidden, newest first",
    response: notificationList,
    handler: async ({ db, customer, locale }) => ({
      data: await listNotifications(db, customer.id, locale),
    }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/notification/{id}",
    auth: "customer",
    summary: "Hide a notification; returns the remaining ones",
    params: idParams,
    response: notificationList,
    refusals: { notification_not_found },
    handler: async ({ db, customer, params, locale, now }) => {
      await dismissNotification(db, customer.id, params.id, now);
      return { data: await listNotifications(db, customer.id, locale) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/notification/read",
    auth: "customer",
    summary: "Mark everything up to a notification as read; returns the list",
    body: readRequest,
    response: notificationList,
    handler: async ({ db, customer, body, locale, now }) => {
      await markRead(db, customer.id, body.up_to, now);
      return { data: await listNotifications(db, customer.id, locale) };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/notification/stream",
    auth: "customer",
    summary: "Server-sent events `unread`: the number of unread notifications, now and whenever it changes",
    refusals: { too_many_streams },
    handler: async ({ app, customer, honoContext }) => streamNotifications(honoContext, app, customer),
  });
}
