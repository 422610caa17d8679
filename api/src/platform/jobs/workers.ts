import { SpanKind } from "@opentelemetry/api";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import type { Connection } from "../db/connection-pool.ts";
import type { Db } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { defineDurations } from "../observability/metrics.ts";
import { createTraceparent, getTraceId, runInScope } from "../observability/request-scope.ts";
import { formatTraceparent, withSpan } from "../observability/tracing.ts";
import type { Job } from "./job-queue.ts";

const BATCH_SIZE = 10;
const QUERY_TIMEOUT_MS = 30_000;
/** Options that pg-boss passes to the driver, which closes connections to an unresponsive server. */
const driverOptions = { keepAlive: true, query_timeout: QUERY_TIMEOUT_MS };
/** Interval in seconds at which jobs of processes that died are looked for. */
const SUPERVISE_SECONDS = 30;
const CLOCK_CHECK_INTERVAL_MS = 60_000;
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;

const recordDuration = defineDurations(
  "furoshiki_job_duration_seconds",
  "Duration of jobs by queue and result: `completed`, or `failed` and to be retried.",
  [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
);

type WorkerOptions = {
  /** Resolves when this process has time for low-priority jobs. */
  waitUntilIdle?: () => Promise<void>;
  superviseSeconds?: number;
};

/**
 * Runs queued and scheduled jobs in this process, over a few connections of its own.
 * @returns `stop`, which resolves when the running jobs have ended, or after five seconds
 */
export async function startWorkers(
  app: AppContext,
  connection: Connection,
  jobs: readonly Job[],
  { waitUntilIdle = async () => {}, superviseSeconds = SUPERVISE_SECONDS }: WorkerOptions = {},
): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({
    ...connection,
    max: 3,
    application_name: "furoshiki-jobs",
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    ...driverOptions,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  const logThrottled = throttlePerMinute((message) => app.log.error(message));
  boss.on("error", (error) => logThrottled(`the job queue failed: ${error.message.replace(/ \(Queue.*/, "")}`));
  boss.on("warning", ({ message }) => logThrottled(`the job queue: ${message}`));
  await boss.start();
  const checkClock = createClockCheck(app.db);
  for (const job of jobs)
    await boss.work<unknown, unknown, { perJobResults: true }>(
      job.name,
      { batchSize: BATCH_SIZE, burstWhenBatchFull: true, perJobResults: true } as { perJobResults: true },
      async (batch) => {
        if (job.isLowPriority) await waitUntilIdle();
        return Promise.all(batch.map(({ id, data }) => runJob(app, job, { id, payload: data, checkClock })));
      },
    );
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}

/**
 * Creates a check of the clock of this process, which is made once a minute. With a clock that is ahead, jobs would cancel
 * orders, expire points and delete what must still be kept.
 * @returns a function that throws an Error if the clock differs too much from that of the database
 */
function createClockCheck(db: Db): () => Promise<void> {
  let checkedAt = -Infinity;
  return async () => {
    if (performance.now() - checkedAt < CLOCK_CHECK_INTERVAL_MS) return;
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const differenceMs = Date.now() - (rows[0]?.now.getTime() ?? Number.NaN);
    if (!(Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS))
      throw new Error(
        `the clock of this process is ${Math.round(Math.abs(differenceMs) / 1000)} seconds ${differenceMs > 0 ? "ahead of" : "behind"} that of the database`,
      );
    checkedAt = performance.now();
  };
}

/** Logs each message at most once a minute, since every poll of an unavailable database fails with the same error. */
function throttlePerMinute(log: (message: string) => void): typeof log {
  const lastLoggedAt = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (lastLoggedAt.get(message) ?? -Infinity) < 60_000) return;
    lastLoggedAt.set(message, now);
    log(message);
  };
}

type RunningJob = { id: string; payload: unknown; checkClock: () => Promise<void> };

/** Runs a job in a trace of its own, with its id in log lines. Failures are logged, and the job is retried. */
async function runJob(app: AppContext, job: Job, { id, payload, checkClock }: RunningJob) {
  const startedAt = performance.now();
  const attributes = {
    ...{ "messaging.system": "pg-boss", "messaging.operation.type": "process" },
    "messaging.destination.name": job.name,
  };
  const work = async () => {
    try {
      await withSpan(`process ${job.name}`, { kind: SpanKind.CONSUMER, root: true, attributes }, (span) => {
        const traceparent = span ? formatTraceparent(span) : createTraceparent();
        return runInScope({ requestId: id, traceId: getTraceId(traceparent), route: null }, async () => {
          try {
            await checkClock();
            await job.work(app, payload);
          } catch (error) {
            app.log.error(`job ${job.name} failed and will be retried`, error, { job: id });
            throw error;
          }
        });
      });
      return { id, status: "completed" as const };
    } catch (error) {
      return { id, status: "failed" as const, output: { message: String(error) } };
    }
  };
  const result = await work();
  recordDuration(performance.now() - startedAt, { queue: job.name, result: result.status });
  return result;
}
