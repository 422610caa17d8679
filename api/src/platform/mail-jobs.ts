import type { Job } from "./jobs.ts";
import { forgetSentMails } from "./mail-sql.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets to whom letters of a month ago went and what they were about; that each was sent stays known. */
export const mailSweep: Job = {
  name: "mail.sweep",
  schedule: "41 3 * * *",
  work: async ({ db, clock, log }) => {
    const forgotten = await forgetSentMails(db, new Date(clock.now().getTime() - KEPT_MS));
    log.info("swept letters", { forgotten });
  },
};
