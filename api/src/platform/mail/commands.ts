import { formatTable, type Command, CommandError } from "../commands/command.ts";
import { withTransaction } from "../db/database.ts";
import { queueJob } from "../jobs/job-queue.ts";
import { emailQueue } from "./email-queue.ts";
import { lockDeadEmailIds, isUnsentEmail, listUnsentEmails } from "./sql.ts";

const MAX_ROWS = 100;
const MAX_COUNTED = 10_000;

export const commands: readonly Command[] = [
  {
    name: "mails list",
    summary: "list the emails that are not sent yet, with their last error",
    options: { dead: { type: "boolean", summary: "only those that failed after every retry" } },
    run: async ({ app, options }) => {
      const mails = await listUnsentEmails(app.db, { onlyDead: options["dead"] === true, limit: MAX_ROWS });
      if (mails.length === 0) return { data: { mails }, lines: ["No email is waiting."] };
      return {
        data: { mails },
        lines: formatTable(
          ["Email", "State", "Template", "To", "Tries", "Queued", "Error"],
          mails.map((mail) => [
            mail.id,
            mail.isDead ? "dead" : "waiting",
            mail.template,
            mail.recipient,
            mail.attempts,
            mail.queuedAt,
            mail.lastError ?? "",
          ]),
        ),
      };
    },
  },
  {
    name: "mails retry",
    summary: "retry an email that failed after every retry, or all of them",
    arguments: [{ name: "LETTER", summary: "its number from `mails list`, or all" }],
    confirmation: async ({ app: { db }, args }) => {
      if (args["LETTER"] !== "all") return null;
      const dead = await listUnsentEmails(db, { onlyDead: true, limit: MAX_COUNTED });
      const count = dead.length === MAX_COUNTED ? `${MAX_COUNTED} or more` : dead.length;
      return dead.length === 0 ? null : `${count} failed emails will be sent again.`;
    },
    run: async ({ app: { db }, args }) => {
      const idOrAll = args["LETTER"] ?? "";
      if (idOrAll !== "all" && !/^[1-9]\d{0,14}$/.test(idOrAll))
        throw new CommandError(`LETTER is "${idOrAll}", but takes the number of an email or all.`);
      if (idOrAll !== "all" && !(await isUnsentEmail(db, Number(idOrAll))))
        throw new CommandError(`Email ${idOrAll} is not waiting: it was sent, or does not exist.`);
      const ids = await withTransaction(db, async (db) => {
        const dead = await lockDeadEmailIds(db, idOrAll === "all" ? null : Number(idOrAll));
        for (const mailId of dead) await queueJob(db, emailQueue, { mailId });
        return dead;
      });
      const summaryLine =
        ids.length === 0 ? "No email has failed." : `Emails that will be sent again: ${ids.join(", ")}.`;
      return { data: { letters: ids }, lines: [summaryLine] };
    },
  },
];
