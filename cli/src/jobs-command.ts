import { formatTable, type Command } from "../../api/src/platform/commands/command.ts";
import { getQueueStates } from "../../api/src/platform/jobs/queue-states.ts";
import { listUnsentEmails } from "../../api/src/platform/mail/sql.ts";

/** More unsent emails are not counted. */
const MAX_EMAILS = 1000;

/** Shows the state of the background job queues. */
export const jobsCommand: Command = {
  name: "jobs",
  summary: "show the job queues: waiting, retried and failed jobs, and emails that are not sent",
  run: async ({ app: { db } }) => {
    const [queues, emails] = [
      await getQueueStates(db),
      await listUnsentEmails(db, { onlyFailed: false, limit: MAX_EMAILS }),
    ];
    const rows = (queues ?? []).map(({ queue, waiting, retrying, active, failed, oldest, error }) => [
      ...[queue, waiting, retrying, active, failed],
      oldest,
      error,
    ]);
    const failed = emails.filter((email) => email.hasFailed).length;
    return {
      data: { queues: queues ?? [], emails: { waiting: emails.length - failed, failed } },
      lines: [
        ...(queues === null
          ? ["There are no queues: the shop was never started on this database."]
          : formatTable(["Queue", "Waiting", "Retrying", "Active", "Failed", "Oldest", "Error"], rows)),
        "",
        `Emails waiting: ${emails.length - failed}, failed: ${failed}. See: npm run shop -- emails list`,
      ],
    };
  },
};
