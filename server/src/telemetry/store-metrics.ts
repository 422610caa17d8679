import { describeProductIndex } from "../../../api/src/catalog/product-index/service.ts";
import type { RootDb } from "../../../api/src/platform/db/database.ts";
import { getQueueStates } from "../../../api/src/platform/jobs/queue-states.ts";
import { countUnsentEmails } from "../../../api/src/platform/mail/sql.ts";
import { addGauges, type ObserveGauge } from "../../../api/src/platform/observability/metrics.ts";
import { getMaxClockDifference } from "../../../api/src/system/sql.ts";

/** The database is asked at most once in this time, in milliseconds, however often metrics are collected. */
const READ_INTERVAL_MS = 15_000;
/** More unsent emails are not counted. */
const MAX_EMAILS = 10_000;

/** Adds gauges of the product index of this process. */
export function addProductIndexGauges(db: RootDb): void {
  addGauges(
    [
      { name: "furoshiki_product_index_products", description: "Products in the product index." },
      {
        name: "furoshiki_product_index_age_seconds",
        description: "Time since the product index was compared with the database, as each use does.",
      },
      {
        name: "furoshiki_product_index_in_database",
        description: "1 if lists are answered by the database, 0 from the memory of the process.",
      },
      { name: "furoshiki_product_index_rebuilding", description: "1 while the product index is rebuilt, otherwise 0." },
    ],
    async (observe) => {
      const { products, isInDatabase, ageMs, isRebuilding } = await describeProductIndex(db);
      observe("furoshiki_product_index_products", products);
      observe("furoshiki_product_index_age_seconds", ageMs / 1000);
      observe("furoshiki_product_index_in_database", isInDatabase ? 1 : 0);
      observe("furoshiki_product_index_rebuilding", isRebuilding ? 1 : 0);
    },
  );
}

/** Adds gauges of the job queues, of emails and of clocks, for a worker: they are the same in every process. */
export function addQueueGauges(db: RootDb): void {
  let readAt = -Infinity;
  let latest: ReturnType<typeof readQueues> | undefined;
  addGauges(
    [
      { name: "furoshiki_jobs", description: "Jobs by queue and state: `waiting`, `retrying`, `active` or `failed`." },
      {
        name: "furoshiki_job_oldest_age_seconds",
        description: "For how long the oldest job that is due waits, by queue; 0 if none is due.",
      },
      { name: "furoshiki_emails", description: "Emails that are not sent: `waiting`, or `failed` after every retry." },
      {
        name: "furoshiki_clock_difference_seconds",
        description: "By how much the clock of a process differs from that of the database, at most.",
      },
    ],
    async (observe) => {
      const now = performance.now();
      if (!latest || now - readAt >= READ_INTERVAL_MS) {
        readAt = now;
        latest = readQueues(db);
      }
      observeQueues(observe, await latest);
    },
  );
}

async function readQueues(db: RootDb) {
  const [queues, emails, clockDifference] = await Promise.all([
    getQueueStates(db),
    countUnsentEmails(db, MAX_EMAILS),
    getMaxClockDifference(db),
  ]);
  return { queues: queues ?? [], emails, clockDifference };
}

function observeQueues(
  observe: ObserveGauge,
  { queues, emails, clockDifference }: Awaited<ReturnType<typeof readQueues>>,
): void {
  for (const { queue, waiting, retrying, active, failed, dueSince } of queues) {
    for (const [state, count] of Object.entries({ waiting, retrying, active, failed }))
      observe("furoshiki_jobs", count, { queue, state });
    const age = dueSince === null ? 0 : Math.max(0, (Date.now() - dueSince.getTime()) / 1000);
    observe("furoshiki_job_oldest_age_seconds", age, { queue });
  }
  for (const [state, count] of Object.entries(emails)) observe("furoshiki_emails", count, { state });
  observe("furoshiki_clock_difference_seconds", clockDifference);
}
