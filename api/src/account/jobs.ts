import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { sweepLimits } from "../platform/limits.ts";
import { deleteEnded } from "./session-sql.ts";

/** Drops what has ended: sessions, reset links, and counts of attempts. */
export async function sweepAccounts({ db, clock, log }: House): Promise<void> {
  const now = clock.now();
  const ended = await deleteEnded(db, now);
  const counts = await sweepLimits(db, now);
  log.info("swept accounts", { ended, counts });
}

export const jobs: readonly Job[] = [{ name: "account.sweep", schedule: "17 * * * *", work: sweepAccounts }];
