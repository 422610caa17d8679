import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { sweepLimits } from "../platform/limits.ts";
import { forgetDevicesUnseenSince } from "./known-device-sql.ts";
import { BEGUN_LIVES_MS } from "./second-factor.ts";
import { deleteBegunSecondFactors } from "./second-factor-sql.ts";
import { deleteEnded } from "./session-sql.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Drops what has ended: sessions, links, keys that nobody confirmed, devices not seen for a year, counts of attempts. */
export async function sweepAccounts({ db, clock, log }: House): Promise<void> {
  const now = clock.now();
  const ended = await deleteEnded(db, now);
  const counts = await sweepLimits(db, now);
  const begun = await deleteBegunSecondFactors(db, new Date(now.getTime() - BEGUN_LIVES_MS));
  const devices = await forgetDevicesUnseenSince(db, new Date(now.getTime() - YEAR_MS));
  log.info("swept accounts", { ended, counts, begun, devices });
}

export const jobs: readonly Job[] = [{ name: "account.sweep", schedule: "17 * * * *", work: sweepAccounts }];
