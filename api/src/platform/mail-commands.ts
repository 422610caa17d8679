import { columns, type Command, CommandError } from "./commands.ts";
import { withTransaction } from "./db.ts";
import { queueJob } from "./jobs.ts";
import { mailQueue } from "./mail.ts";
import { deadMailIds, isUnsentMail, waitingMails } from "./mail-sql.ts";

const MOST_ROWS = 100;
const MOST_COUNTED = 10_000;

export const commands: readonly Command[] = [
  {
    name: "mails list",
    summary: "list the emails that are not sent yet, with their last error",
    options: { dead: { type: "boolean", summary: "only those that were given up after every retry" } },
    run: async ({ house, options }) => {
      const mails = await waitingMails(house.db, { onlyDead: options["dead"] === true, limit: MOST_ROWS });
      if (mails.length === 0) return { data: { mails }, lines: ["No letter waits."] };
      return {
        data: { mails },
        lines: columns(
          ["Letter", "State", "Template", "To", "Tries", "Queued", "Complaint"],
          mails.map((mail) => [
            mail.id,
            mail.isDead ? "dead" : "waits",
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
    summary: "send an email again that was given up, or all of them",
    arguments: [{ name: "LETTER", summary: "its number from `mails list`, or all" }],
    confirmation: async ({ house: { db }, given }) => {
      if (given["LETTER"] !== "all") return null;
      const dead = await waitingMails(db, { onlyDead: true, limit: MOST_COUNTED });
      const count = dead.length === MOST_COUNTED ? `${MOST_COUNTED} or more` : dead.length;
      return dead.length === 0 ? null : `${count} emails that were given up are going to be sent again.`;
    },
    run: async ({ house: { db }, given }) => {
      const wanted = given["LETTER"] ?? "";
      if (wanted !== "all" && !/^[1-9]\d{0,14}$/.test(wanted))
        throw new CommandError(`LETTER is "${wanted}", but takes a letter's number or all.`);
      if (wanted !== "all" && !(await isUnsentMail(db, Number(wanted))))
        throw new CommandError(`No letter ${wanted} waits: it was sent, or there is none.`);
      const ids = await withTransaction(db, async (db) => {
        const dead = await deadMailIds(db, wanted === "all" ? null : Number(wanted));
        for (const mailId of dead) await queueJob(db, mailQueue, { mailId });
        return dead;
      });
      const what = ids.length === 0 ? "No letter was given up." : `Letters that are sent again: ${ids.join(", ")}.`;
      return { data: { letters: ids }, lines: [what] };
    },
  },
];
