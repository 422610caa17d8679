import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import { type Db, getRootDb } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";

/** A queue: its name and the schema of its payloads. */
export type Queue<P> = Readonly<{ name: string; payload: z.ZodType<P> }>;

/**
 * A background job of a module. Delivery is at least once: a job runs again if its process dies before it is marked as
 * completed, so it must be idempotent.
 */
export type Job = Readonly<{
  name: string;
  /** Cron expression in UTC, for a scheduled job. */
  schedule?: string;
  /** Seconds after which a job of a process that died is started again; 15 minutes by default. */
  expiresSeconds?: number;
  /** True if the job may be delayed while the process is busy with requests. */
  isLowPriority?: boolean;
  work: (app: AppContext, payload: unknown) => Promise<void>;
}>;

/** A failed job is retried after 30 seconds, a minute, two minutes and so on, for about a day. */
const retryOptions = { retryLimit: 12, retryDelay: 30, retryBackoff: true };
const MAX_RETRY_DELAY_SECONDS = 4 * 3600;
const DEFAULT_EXPIRATION_SECONDS = 15 * 60;

/** Creates the job of a queue. The payload is validated before the job runs. */
export function createJob<P>(queue: Queue<P>, work: (app: AppContext, payload: P) => Promise<void>): Job {
  return { name: queue.name, work: async (app, payload) => work(app, queue.payload.parse(payload)) };
}

/** The pg-boss instances that send jobs, by database and queue. */
const sendersByDb = new WeakMap<Db, Map<string, PgBoss>>();

/**
 * Enqueues a job. In a transaction, the job is enqueued when it commits.
 * @param options.after the earliest time at which the job runs
 * @throws ZodError if the payload is invalid
 */
export async function queueJob<P extends object>(
  db: Db,
  queue: Queue<P>,
  payload: P,
  options: { after?: Date } = {},
): Promise<void> {
  const senders = sendersByDb.get(getRootDb(db)) ?? new Map<string, PgBoss>();
  sendersByDb.set(getRootDb(db), senders);
  const existing = senders.get(queue.name);
  const boss = existing ?? new PgBoss({ db: fromKysely(db) });
  const start = options.after ? { startAfter: options.after } : {};
  await boss.send(queue.name, queue.payload.parse(payload), { ...start, db: fromKysely(db) });
  // The instance has loaded and cached the options of its queue.
  if (!existing) senders.set(queue.name, boss);
}

/**
 * Creates the tables of pg-boss, a queue for each job, and the schedules; deletes schedules that no longer exist.
 * @param retryOverrides retry options, for tests that cannot wait
 */
export async function setUpJobQueues(
  db: Db,
  jobs: readonly Job[],
  retryOverrides: Partial<typeof retryOptions> = {},
): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false });
  await boss.start();
  for (const { name, expiresSeconds } of jobs) {
    await boss.createQueue(name, { retryBackoff: true, retryDelayMax: MAX_RETRY_DELAY_SECONDS, notify: true });
    // `createQueue` does not change an existing queue.
    await boss.updateQueue(name, {
      ...retryOptions,
      ...retryOverrides,
      expireInSeconds: expiresSeconds ?? DEFAULT_EXPIRATION_SECONDS,
    });
  }
  for (const { name, schedule } of jobs) if (schedule) await boss.schedule(name, schedule, {}, { tz: "UTC" });
  const scheduled = new Set(jobs.filter((job) => job.schedule).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
  await boss.stop({ close: false });
}
