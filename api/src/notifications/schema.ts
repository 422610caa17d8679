import { z } from "zod";

/** A link of a notification: a path of the shop, in the language of the notification. */
export const notificationLink = z.object({ name: z.string(), href: z.string() });

export const notification = z
  .object({
    id: z.int(),
    /** What it is about, such as `order_paid`. */
    kind: z.string(),
    title: z.string(),
    message: z.string().meta({ description: "Clean HTML: b, i, br, span, a" }),
    actions: z.array(notificationLink),
    /** What the customer can do with the notification itself: hide it. */
    action: z.object({ name: z.string(), action: z.literal("hide") }),
    created_at: z.iso.datetime(),
    read: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

export const notificationList = z
  .object({
    items: z.array(notification),
    /** Of all that are not hidden, including those that are too old to be listed. */
    unread: z.int(),
  })
  .meta({ id: "NotificationList" });
export type NotificationList = z.infer<typeof notificationList>;

export const readRequest = z
  .object({ up_to: z.int("invalid").positive("invalid") })
  .meta({ id: "ReadRequest", description: "The newest notification that the customer has seen" });

export const refusals = { notification_not_found: 404, too_many_streams: 429 } as const;
