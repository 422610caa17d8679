import { type AdminApi, adminQuery, sessionEndpoint } from "../admin-endpoint.ts";
import {
  mentionableStaff,
  notificationKinds,
  readStaffNotificationsRequest,
  staffNotificationPage,
  staffNotificationQuery,
  unreadStaffNotifications,
} from "./admin-schema.ts";
import { listActiveStaff } from "./sql.ts";
import { getNotificationPage, readNotifications } from "./notification-list.ts";

/** Endpoints of a person's own notifications in the back office. */
export function staffNotificationRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/me/notifications",
    session: "full",
    summary: "List the person's own notifications, newest first",
    query: staffNotificationQuery,
    response: staffNotificationPage,
    handler: async ({ db, session, query }) => ({ data: await getNotificationPage(db, session, query) }),
  });
  sessionEndpoint(api, {
    method: "post",
    path: "/me/notifications/read",
    session: "full",
    summary: "Mark a notification as read, or all up to one",
    body: readStaffNotificationsRequest,
    response: unreadStaffNotifications,
    handler: async ({ db, session, body, now }) => ({
      data: { unread: await readNotifications(db, session, body, now) },
    }),
  });
  adminQuery(api, {
    path: "/mentionable-staff",
    permission: "orders:edit",
    summary: "List the staff whom a note of an order can mention",
    response: mentionableStaff,
    handler: async ({ db }) => ({ data: await listActiveStaff(db, notificationKinds.order_mention) }),
  });
}
