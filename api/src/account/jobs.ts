import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRateLimits } from "../platform/http/rate-limits.ts";
import { deleteKnownDevicesNotSeenSince } from "./sessions/known-device-sql.ts";
import { SETUP_LIFETIME_MS } from "./second-factor/service.ts";
import { deleteUnconfirmedSecondFactors } from "./second-factor/sql.ts";
import { deleteExpiredSessionsAndLinks } from "./sessions/sql.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Deletes expired sessions and links, unconfirmed second-factor keys, devices not seen for a year, and old rate-limit
 * counters.
 */
export async function deleteExpiredAccountData({ db, clock, log }: AppContext): Promise<void> {
  const now = clock.now();
  const expiredRows = await deleteExpiredSessionsAndLinks(db, now);
  const rateLimitCounters = await deleteExpiredRateLimits(db, now);
  const unconfirmedKeys = await deleteUnconfirmedSecondFactors(db, new Date(now.getTime() - SETUP_LIFETIME_MS));
  const devices = await deleteKnownDevicesNotSeenSince(db, new Date(now.getTime() - YEAR_MS));
  log.info("deleted expired account data", { expiredRows, rateLimitCounters, unconfirmedKeys, devices });
}

export const jobs: readonly Job[] = [
  { name: "account.delete_expired", schedule: "17 * * * *", work: deleteExpiredAccountData },
];
