import { z } from "zod";
import { type Db, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { type Job, createJob, type Queue, queueJob } from "../platform/jobs/job-queue.ts";
import {
  deleteNextBatch,
  insertAnnouncement,
  lockAnnouncement,
  markSent,
  markWithdrawn,
  sendNextBatch,
} from "./announcement-sql.ts";

const BATCH_SIZE = 500;

const queue: Queue<{ announcementId: number }> = {
  name: "notifications.send_announcement",
  payload: z.object({ announcementId: z.int().positive() }),
};

/** Sends an announcement to the customers, or deletes the notifications of a withdrawn one, in batches. */
export const announcementJob: Job = createJob(queue, async (app, { announcementId }) => {
  for (let isDone = false; !isDone;) isDone = await processNextBatch(app, announcementId);
});

/**
 * Sends an announcement to one customer at once, or to all customers with a job.
 * @param announcement.messageHtml sanitized HTML.
 * @param announcement.customerId null for every customer who has an account now.
 * @returns the id of the announcement.
 */
export async function createAnnouncement(
  db: Db,
  announcement: { title: string; messageHtml: string; customerId: number | null; now: Date },
): Promise<number> {
  return withTransaction(db, async (tx) => {
    const id = await insertAnnouncement(tx, announcement);
    if (announcement.customerId === null) await queueJob(tx, queue, { announcementId: id });
    else {
      await sendNextBatch(tx, id, 1);
      await markSent(tx, id, announcement.now);
    }
    return id;
  });
}

/**
 * Withdraws an announcement; a job deletes its notifications.
 * @returns false if it was already withdrawn; undefined if there is none.
 */
export async function withdrawAnnouncement(db: Db, id: number, now: Date): Promise<boolean | undefined> {
  return withTransaction(db, async (tx) => {
    const announcement = await lockAnnouncement(tx, id);
    if (!announcement) return undefined;
    if (announcement.isWithdrawn) return false;
    await markWithdrawn(tx, id, now);
    await queueJob(tx, queue, { announcementId: id });
    return true;
  });
}

/**
 * Processes one batch.
 * @returns true if nothing is left to do
 */
async function processNextBatch({ db, clock }: AppContext, id: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const announcement = await lockAnnouncement(tx, id);
    if (!announcement) return true;
    if (announcement.isWithdrawn) return (await deleteNextBatch(tx, id, BATCH_SIZE)) < BATCH_SIZE;
    if (announcement.isSent) return true;
    const isLast = (await sendNextBatch(tx, id, BATCH_SIZE)) < BATCH_SIZE;
    if (isLast) await markSent(tx, id, clock.now());
    return isLast;
  });
}
