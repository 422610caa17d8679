import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { type Queue, queueJob } from "../../platform/jobs/job-queue.ts";

export const pushQueue: Queue<{ notificationId: number }> = {
  name: "notifications.push",
  payload: z.object({ notificationId: z.int().positive() }),
};

/** Queues the push of a notification; it is sent after the transaction has committed. */
export async function queuePush(tx: Tx, notificationId: number): Promise<void> {
  await queueJob(tx, pushQueue, { notificationId });
}
