import { z } from "zod";
import type { Permission } from "../permissions.ts";

/** The kinds of notifications, and the permission that a person needs to receive and read them. */
export const notificationKinds = {
  /** A refund above the limit waits for the person's approval. */
  approval_requested: "orders:read",
  /** A request of the person was approved or rejected, or has expired. */
  approval_decided: "orders:read",
  /** A customer changed an order that is assigned to the person. */
  order_edited_by_customer: "orders:fulfill",
  /** A colleague named the person in a note of an order. */
  order_mention: "orders:read",
  /** A colleague took over an order that was assigned to the person. */
  order_taken_over: "orders:fulfill",
  /** A task that the person has planned was refused for some of its records. */
  planned_task_refused: "products:read",
  /** The payment provider declined a refund of an order. */
  refund_failed: "refunds:create",
} as const satisfies Record<string, Permission>;

export type NotificationKind = keyof typeof notificationKinds;

export const staffNotification = z
  .object({
    id: z.int(),
    kind: z.enum(Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]),
    /** The record that it is about. */
    subject: z.object({ kind: z.string(), id: z.string() }),
    /** The colleague who caused it; null: a command, a job or the store itself. */
    actor: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Numbers and keys of the message. */
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    created_at: z.iso.datetime(),
    is_read: z.boolean(),
  })
  .meta({ id: "StaffNotification" });
export type StaffNotification = z.infer<typeof staffNotification>;

const notificationId = z.int("invalid").min(1, "invalid").max(Number.MAX_SAFE_INTEGER, "invalid");

export const staffNotificationQuery = z.object({
  /** The cursor `next` of the previous page. */
  after: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "invalid")
    .transform(Number)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

export const staffNotificationPage = z
  .object({
    items: z.array(staffNotification),
    /** The cursor of the next page; null on the last one. */
    next: z.string().nullable(),
    /** Of all notifications, not only of this page. */
    unread: z.int(),
  })
  .meta({ id: "StaffNotificationPage" });
export type StaffNotificationPage = z.infer<typeof staffNotificationPage>;

/** One notification, or all up to the newest that the person has seen. */
export const readStaffNotificationsRequest = z
  .union([z.strictObject({ id: notificationId }), z.strictObject({ up_to: notificationId })])
  .meta({ id: "ReadStaffNotificationsRequest" });

export const unreadStaffNotifications = z.object({ unread: z.int() }).meta({ id: "UnreadStaffNotifications" });

/** The staff whom a note of an order can mention. */
export const mentionableStaff = z.array(z.object({ id: z.int(), name: z.string() })).meta({ id: "MentionableStaff" });
export type MentionableStaff = z.infer<typeof mentionableStaff>;
