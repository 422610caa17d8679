import { z } from "zod";
import type { Permission } from "../staff/permissions.ts";

/** The queues of records that wait for staff, and the permissions of which a person needs one to see the queue. */
export const queuePermissions = {
  to_pack: ["orders:read", "orders:fulfill"],
  missing_customs_data: ["orders:read"],
  customs_blocked: ["orders:read"],
  stuck: ["orders:read"],
  /** Orders with messages of customers that wait for an answer. */
  messages: ["orders:read"],
  /** Returns that were requested and not decided. */
  returns: ["orders:read"],
  /** Reviews and questions that wait for moderation. */
  reviews: ["reviews:moderate"],
  /** Requests of colleagues that the person may decide on. */
  approvals: ["orders:read"],
  /** Payments with a refund that failed and was not repeated. */
  failed_refunds: ["payments:read"],
  /** Orders to pack that are assigned to the person. */
  assigned_to_me: ["orders:read"],
} as const satisfies Record<string, readonly Permission[]>;

export type WorkQueueKey = keyof typeof queuePermissions;

/** The queues in the order in which they are shown. */
export const workQueueKeys = Object.keys(queuePermissions) as [WorkQueueKey, ...WorkQueueKey[]];

/** A queue is counted exactly up to this number. */
export const MAX_EXACT_COUNT = 10_000;

const workQueue = z.object({
  key: z.enum(workQueueKeys),
  /** `is_exact` is false if there are more than `count`. */
  count: z.int(),
  is_exact: z.boolean(),
  /** The time since which the oldest record waits. */
  oldest_at: z.iso.datetime().nullable(),
  /** How many have to be sent today or are overdue; null for queues without a due day. */
  due: z.int().nullable(),
});

/** The queues that the person may see. */
export const workQueues = z.object({ items: z.array(workQueue) }).meta({ id: "WorkQueues" });
export type WorkQueues = z.infer<typeof workQueues>;
export type WorkQueue = WorkQueues["items"][number];
