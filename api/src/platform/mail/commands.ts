import { formatTable, type Command, CommandError } from "../commands/command.ts";
import { withTransaction } from "../db/database.ts";
import { queueJob } from "../jobs/job-queue.ts";
import { emailQueue } from "./email-queue.ts";
import { lockFailedEmailIds, isUnsentEmail, listUnsentEmails } from "./sql.ts";

const MAX_ROWS = 100;
const MAX_COUNTED = 10_000;

export const commands: readonly Command[] = [
  {
    name: "emails list",
    summary: "list the emails that are not sent yet, with their last error",
    options: { failed: { type: "boolean", summary: "only those that failed after every retry" } },
    run: async ({ app, options }) => {
      const emails = await listUnsentEmails(app.db, { onlyFailed: options["failed"] === true, limit: MAX_ROWS });
      if (emails.length === 0) return { data: { emails }, lines: ["No email is waiting."] };
      return {
        data: { emails },
        lines: formatTable(
          ["ID", "Status", "Template", "Recipient", "Attempts", "Queued", "Error"],
          emails.map((email) => [
            email.id,
            email.hasFailed ? "failed" : "waiting",
            email.template,
            email.recipient,
            email.attempts,
            email.queuedAt,
            email.lastError ?? "",
          ]),
        ),
      };
    },
  },
  {
    name: "emails retry",
    summary: "retry an email that failed after every retry, or all of them",
    arguments: [{ name: "ID", summary: "its number from `emails list`, or all" }],
    confirmation: async ({ app: { db }, args }) => {
      if (args["ID"] !== "all") return null;
      const failed = await listUnsentEmails(db, { onlyFailed: true, limit: MAX_COUNTED });
      const count = failed.length === MAX_COUNTED ? `${MAX_COUNTED} or more` : failed.length;
      return failed.length === 0 ? null : `${count} failed emails will be sent again.`;
    },
    run: async ({ app: { db }, args }) => {
      const idOrAll = args["ID"] ?? "";
      if (idOrAll !== "all" && !/^[1-9]\d{0,14}$/.test(idOrAll))
        throw new CommandError(`ID is "${idOrAll}", but takes the number of an email or all.`);
      if (idOrAll !== "all" && !(await isUnsentEmail(db, Number(idOrAll))))
        throw new CommandError(`Email ${idOrAll} is not waiting: it was sent, or does not exist.`);
      const ids = await withTransaction(db, async (db) => {
        const failed = await lockFailedEmailIds(db, idOrAll === "all" ? null : Number(idOrAll));
        for (const emailId of failed) await queueJob(db, emailQueue, { emailId });
        return failed;
      });
      const summaryLine =
        ids.length === 0 ? "No email has failed." : `Emails that will be sent again: ${ids.join(", ")}.`;
      return { data: { emails: ids }, lines: [summaryLine] };
    },
  },
];
