import { columns, type Command } from "../../api/src/platform/commands.ts";
import { queueStates } from "../../api/src/platform/jobs-report.ts";
import { waitingMails } from "../../api/src/platform/mail-sql.ts";

const MOST_MAILS = 1000;

/** What the background has to do, and where it is stuck. */
export const jobs: Command = {
  name: "jobs",
  summary: "show the job queues: waiting, retried and failed jobs, and emails that are not sent",
  run: async ({ house: { db } }) => {
    const [queues, mails] = [await queueStates(db), await waitingMails(db, { onlyDead: false, limit: MOST_MAILS })];
    const rows = (queues ?? []).map(({ queue, waiting, retrying, active, dead, oldest, complaint }) => [
      ...[queue, waiting, retrying, active, dead],
      oldest,
      complaint,
    ]);
    const dead = mails.filter((mail) => mail.isDead).length;
    return {
      data: { queues: queues ?? [], mails: { waiting: mails.length - dead, dead } },
      lines: [
        ...(queues === null
          ? ["There are no queues: no shop was opened on this database yet."]
          : columns(["Queue", "Waiting", "Again", "Active", "Dead", "Oldest", "Complaint"], rows)),
        "",
        `Letters that wait: ${mails.length - dead}, that were given up: ${dead}. See: npm run shop -- mails list`,
      ],
    };
  },
};
