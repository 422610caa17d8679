import {
  getArgument,
  formatTable,
  type Command,
  type CommandContext,
  CommandError,
} from "../platform/commands/command.ts";
import { countCustomers, findCustomerIdByEmail, listNewestAnnouncements } from "./announcement-sql.ts";
import { createAnnouncement, withdrawAnnouncement } from "./announcements.ts";
import { pushCommands } from "./push/commands.ts";
import { sanitizeMessage } from "./sanitize-message.ts";

const MAX_LENGTHS = { title: 120, message: 2000 };
const MAX_LISTED = 100;

export const commands: readonly Command[] = [
  {
    name: "notify",
    summary: "send a notification to a customer, or to all of them",
    arguments: [{ name: "EMAIL", summary: "the customer's email, or all" }],
    options: {
      title: { type: "string", value: "TEXT", summary: "plain text" },
      message: {
        type: "string",
        value: "HTML",
        summary: "b, i, br, span and links into the shop; other HTML is removed",
      },
      "dry-run": { type: "boolean", summary: "print the recipients and the message, and send nothing" },
    },
    confirmation: async (context) => {
      if (!isForEveryone(context) || context.options["dry-run"] === true) return null;
      const { title } = parseContent(context);
      return `“${title}” will be sent to ${await countCustomers(context.app.db)} customers.`;
    },
    run: async (context) => {
      const { db, clock } = context.app;
      const content = parseContent(context);
      const customerId = isForEveryone(context) ? null : await findCustomerId(context);
      const customers = customerId === null ? await countCustomers(db) : 1;
      const data = { customers, title: content.title, message: content.messageHtml };
      if (context.options["dry-run"] === true)
        return { data, lines: [`Would be sent to ${customers} customers:`, data.title, data.message] };
      const id = await createAnnouncement(db, { ...content, customerId, now: clock.now() });
      const done = customerId === null ? "A job sends it" : "It was sent";
      return {
        data: { id, ...data },
        lines: [`${done} to ${customers} customers. To withdraw it: npm run shop -- notify withdraw ${id}`],
      };
    },
  },
  {
    name: "notify list",
    summary: "list the announcements sent with notify, newest first",
    run: async ({ app }) => {
      const rows = await listNewestAnnouncements(app.db, MAX_LISTED);
      const data = rows.map(({ email, sent_at, withdrawn_at, ...row }) => ({
        ...row,
        to: email ?? "all",
        status: withdrawn_at ? "withdrawn" : sent_at ? "sent" : "sending",
      }));
      if (data.length === 0) return { data, lines: ["Nothing was sent with notify."] };
      return {
        data,
        lines: formatTable(
          ["ID", "Created", "To", "Status", "Shown to", "Title"],
          data.map((row) => [row.id, row.created_at, row.to, row.status, row.sent_count, row.title]),
        ),
      };
    },
  },
  {
    name: "notify withdraw",
    summary: "withdraw an announcement: delete its notifications and stop sending it",
    arguments: [{ name: "ID", summary: "its number from `notify list`" }],
    run: async (context) => {
      const idText = getArgument(context, "ID");
      const { db, clock } = context.app;
      if (!/^[1-9]\d{0,8}$/.test(idText)) throw new CommandError(`ID is "${idText}", but takes a number.`);
      const id = Number(idText);
      const isChanged = await withdrawAnnouncement(db, id, clock.now());
      if (isChanged === undefined) throw new CommandError(`There is no notification ${id}.`, { code: "not_found" });
      const message = isChanged ? "A job deletes it for every customer." : "It was already withdrawn: nothing changed.";
      return { data: { id, withdrawn: true, changed: isChanged }, lines: [message] };
    },
  },
  ...pushCommands,
];

function isForEveryone(context: CommandContext): boolean {
  return getArgument(context, "EMAIL").trim().toLowerCase() === "all";
}

async function findCustomerId(context: CommandContext): Promise<number> {
  const email = getArgument(context, "EMAIL").trim().toLowerCase();
  const id = await findCustomerIdByEmail(context.app.db, email);
  if (id === undefined) throw new CommandError(`There is no customer ${email}.`, { code: "not_found" });
  return id;
}

function parseContent(context: CommandContext): { title: string; messageHtml: string } {
  const title = parseTextOption(context, "title");
  const messageHtml = sanitizeMessage(parseTextOption(context, "message"));
  if (messageHtml.trim() === "") throw new CommandError("--message has no allowed content.");
  return { title, messageHtml };
}

function parseTextOption({ options }: CommandContext, name: keyof typeof MAX_LENGTHS): string {
  const value = options[name];
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > MAX_LENGTHS[name])
    throw new CommandError(`--${name} takes 1 to ${MAX_LENGTHS[name]} characters.`);
  return text;
}
