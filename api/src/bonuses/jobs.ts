import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { remindOfEnds } from "./reminders.ts";
import { expireBonuses } from "./service.ts";
import { customersWithEnded } from "./sql.ts";

const BATCH = 500;

/** Writes off bonuses that have ended; what was missed is caught up with. @returns for how many customers. */
export async function expireAll({ db, clock, log }: House): Promise<number> {
  const now = clock.now();
  let done = 0;
  for (;;) {
    const customers = await customersWithEnded(db, now, BATCH);
    for (const customerId of customers) await expireBonuses(db, customerId, now);
    done += customers.length;
    if (customers.length < BATCH) break;
  }
  if (done > 0) log.info("wrote off bonuses that had ended", { customers: done });
  return done;
}

export const jobs: readonly Job[] = [
  { name: "bonuses.expire", schedule: "7 * * * *", work: async (house) => void (await expireAll(house)) },
  { name: "bonuses.remind", schedule: "23 7 * * *", work: async (house) => void (await remindOfEnds(house)) },
];
