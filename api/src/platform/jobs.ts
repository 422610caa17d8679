import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import { type Connection, type Db, homeOf } from "./db.ts";
import type { House } from "./http.ts";

/** Work that is waiting to be done: its name and what it has to know. */
export type Queue<P> = Readonly<{ name: string; payload: z.ZodType<P> }>;

/** Background work of a room. It may run twice (a process dies between the work and the note of it), so it must bear that. */
export type Job = Readonly<{
  name: string;
  /** When it comes round by itself, as cron in UTC. */
  schedule?: string;
  /** Work in hand of a process that died is begun again after so many seconds; 15 minutes unless told. */
  expiresSeconds?: number;
  /** It can wait a little while many shoppers wait for answers of the same process. */
  givesWay?: boolean;
  work: (house: House, payload: unknown) => Promise<void>;
}>;

const BATCH = 10;
/** A failed job is tried again after half a minute, a minute, two … for about a day. */
const retries = { retryLimit: 12, retryDelay: 30, retryBackoff: true };
const LONGEST_REST_SECONDS = 4 * 3600;
const EXPIRES_SECONDS = 15 * 60;
const QUERY_WITHIN_MS = 30_000;
/** Passed on to the driver, whose pool gives up a connection on which the server fell silent. */
const silence = { keepAlive: true, query_timeout: QUERY_WITHIN_MS };
/** How often work of processes that died is looked for. */
const SUPERVISE_SECONDS = 30;

/** The work of a queue, its payload checked before it is begun. */
export function jobFor<P>(queue: Queue<P>, work: (house: House, payload: P) => Promise<void>): Job {
  return { name: queue.name, work: async (house, payload) => work(house, queue.payload.parse(payload)) };
}

/** Of each database, who sends to which queue. */
const senderOf = new WeakMap<Db, Map<string, PgBoss>>();

/**
 * Leaves work for the background, with the caller's own writes: given a transaction, it is undone with it.
 * @param options.after not before this moment.
 */
export async function queueJob<P extends object>(
  db: Db,
  queue: Queue<P>,
  payload: P,
  options: { after?: Date } = {},
): Promise<void> {
  const senders = senderOf.get(homeOf(db)) ?? new Map<string, PgBoss>();
  senderOf.set(homeOf(db), senders);
  const known = senders.get(queue.name);
  const boss = known ?? new PgBoss({ db: fromKysely(db) });
  const start = options.after ? { startAfter: options.after } : {};
  await boss.send(queue.name, queue.payload.parse(payload), { ...start, db: fromKysely(db) });
  // It has read what there is to know of its queue.
  if (!known) senders.set(queue.name, boss);
}

/**
 * Makes the tables of the queues, one queue for each job, and the schedules; forgets schedules that are no more.
 * @param pace how long failed work rests, where a test cannot wait.
 */
export async function prepareJobs(db: Db, jobs: readonly Job[], pace: Partial<typeof retries> = {}): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false });
  await boss.start();
  for (const { name, expiresSeconds } of jobs) {
    await boss.createQueue(name, { retryBackoff: true, retryDelayMax: LONGEST_REST_SECONDS, notify: true });
    // A queue that is there already takes what is said of it now.
    await boss.updateQueue(name, { ...retries, ...pace, expireInSeconds: expiresSeconds ?? EXPIRES_SECONDS });
  }
  for (const { name, schedule } of jobs) if (schedule) await boss.schedule(name, schedule, {}, { tz: "UTC" });
  const scheduled = new Set(jobs.filter((job) => job.schedule).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
  await boss.stop({ close: false });
}

type Beside = {
  /** Ends when this process has time for work that gives way. */
  lull?: () => Promise<void>;
  superviseSeconds?: number;
};

/**
 * Does the queued and scheduled work in this process, on a few connections of its own.
 * @returns `stop`, which ends when the work in hand has ended, or after five seconds.
 */
export async function startWorkers(
  house: House,
  connection: Connection,
  jobs: readonly Job[],
  { lull = async () => {}, superviseSeconds = SUPERVISE_SECONDS }: Beside = {},
): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({
    ...connection,
    max: 3,
    application_name: "furoshiki-jobs",
    connectionTimeoutMillis: QUERY_WITHIN_MS,
    ...silence,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  const complain = onceAMinute((message) => house.log.error(message));
  boss.on("error", (error) => complain(`the queue of jobs failed: ${error.message.replace(/ \(Queue.*/, "")}`));
  boss.on("warning", ({ message }) => complain(`the queue of jobs: ${message}`));
  await boss.start();
  for (const job of jobs)
    await boss.work<unknown, unknown, { perJobResults: true }>(
      job.name,
      { batchSize: BATCH, burstWhenBatchFull: true, perJobResults: true } as { perJobResults: true },
      async (batch) => {
        if (job.givesWay) await lull();
        return Promise.all(batch.map(({ id, data }) => workOne(house, job, id, data)));
      },
    );
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}

async function workOne(house: House, job: Job, id: string, payload: unknown) {
  try {
    await job.work(house, payload);
    return { id, status: "completed" as const };
  } catch (error) {
    house.log.error(`job ${job.name} failed and is tried again`, error, { job: id });
    return { id, status: "failed" as const, output: { message: String(error) } };
  }
}

/** A lost database makes every poll complain of the same: once a minute is enough. */
function onceAMinute(tell: (message: string) => void): typeof tell {
  const told = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (told.get(message) ?? -Infinity) < 60_000) return;
    told.set(message, now);
    tell(message);
  };
}
