import { z } from "zod";
import { type Db, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { type Job, jobFor, type Queue, queueJob } from "../platform/jobs.ts";
import {
  deleteNextBatch,
  insertAnnouncement,
  lockAnnouncement,
  markSent,
  markWithdrawn,
  sendNextBatch,
} from "./announcement-sql.ts";

const BATCH = 500;

const queue: Queue<{ announcementId: number }> = {
  name: "notifications.announce",
  payload: z.object({ announcementId: z.int().positive() }),
};

/** Shows an announcement to the customers, or takes one that was withdrawn away from them, in batches. */
export const announceJob: Job = jobFor(queue, async (house, { announcementId }) => {
  for (let isDone = false; !isDone;) isDone = await nextBatch(house, announcementId);
});

/**
 * Announces something to one customer, or to all of them by a job.
 * @param announcement.messageHtml clean HTML.
 * @param announcement.customerId null for every customer who has an account now.
 * @returns the number of the announcement.
 */
export async function announce(
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
 * Stops an announcement and takes its notifications away, which a job does.
 * @returns false when it was withdrawn before; undefined when there is none.
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

/** @returns true when nothing is left to do. */
async function nextBatch({ db, clock }: House, id: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const announcement = await lockAnnouncement(tx, id);
    if (!announcement) return true;
    if (announcement.isWithdrawn) return (await deleteNextBatch(tx, id, BATCH)) < BATCH;
    if (announcement.isSent) return true;
    const isLast = (await sendNextBatch(tx, id, BATCH)) < BATCH;
    if (isLast) await markSent(tx, id, clock.now());
    return isLast;
  });
}
