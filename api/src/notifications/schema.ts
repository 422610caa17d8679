import { z } from "zod";

/** A link that a notification offers: a path of the shop, in the language it was written in. */
export const notificationLink = z.object({ name: z.string(), href: z.string() });

export const notification = z
  .object({
    id: z.int(),
    title: z.string(),
    message: z.string().meta({ description: "Clean HTML: b, i, br, span, a" }),
    actions: z.array(notificationLink),
    /** What may be done with the notification itself (spec §3): hiding it. */
    action: z.object({ name: z.string(), action: z.literal("hide") }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

export const notificationList = z.object({ items: z.array(notification) }).meta({ id: "NotificationList" });

export const refusals = { notification_not_found: 404 } as const;
