import { argument, columns, type Command, type CommandContext, CommandError } from "../platform/commands.ts";
import { countCustomers, customerIdOf, newestAnnouncements } from "./announcement-sql.ts";
import { announce, withdrawAnnouncement } from "./announcements.ts";
import { cleanMessage } from "./clean-html.ts";

const MOST = { title: 120, message: 2000 };
const LISTED = 100;

export const commands: readonly Command[] = [
  {
    name: "notify",
    summary: "show a notification to a customer, or to all of them",
    arguments: [{ name: "EMAIL", summary: "the customer's email, or all" }],
    options: {
      title: { type: "string", value: "TEXT", summary: "plain text" },
      message: {
        type: "string",
        value: "HTML",
        summary: "b, i, br, span and links into the shop; other HTML is removed",
      },
      "dry-run": { type: "boolean", summary: "print whom it would reach and what it would say, and send nothing" },
    },
    confirmation: async (context) => {
      if (!isToAll(context) || context.options["dry-run"] === true) return null;
      const { title } = contentFrom(context);
      return `“${title}” is going to be shown to ${await countCustomers(context.house.db)} customers.`;
    },
    run: async (context) => {
      const { db, clock } = context.house;
      const content = contentFrom(context);
      const customerId = isToAll(context) ? null : await customerFrom(context);
      const customers = customerId === null ? await countCustomers(db) : 1;
      const data = { customers, title: content.title, message: content.messageHtml };
      if (context.options["dry-run"] === true)
        return { data, lines: [`Would be shown to ${customers} customers:`, data.title, data.message] };
      const id = await announce(db, { ...content, customerId, now: clock.now() });
      const done = customerId === null ? "A job shows it" : "It was shown";
      return {
        data: { id, ...data },
        lines: [`${done} to ${customers} customers. To take it back: npm run shop -- notify withdraw ${id}`],
      };
    },
  },
  {
    name: "notify list",
    summary: "list what was sent with notify, the newest first",
    run: async ({ house }) => {
      const rows = await newestAnnouncements(house.db, LISTED);
      const data = rows.map(({ email, sent_at, withdrawn_at, ...row }) => ({
        ...row,
        to: email ?? "all",
        status: withdrawn_at ? "withdrawn" : sent_at ? "sent" : "sending",
      }));
      if (data.length === 0) return { data, lines: ["Nothing was sent with notify."] };
      return {
        data,
        lines: columns(
          ["ID", "Created", "To", "Status", "Shown to", "Title"],
          data.map((one) => [one.id, one.created_at, one.to, one.status, one.sent_count, one.title]),
        ),
      };
    },
  },
  {
    name: "notify withdraw",
    summary: "remove a notification from everyone it was shown to, and stop showing it",
    arguments: [{ name: "ID", summary: "its number from `notify list`" }],
    run: async (context) => {
      const written = argument(context, "ID");
      const { db, clock } = context.house;
      if (!/^[1-9]\d{0,8}$/.test(written)) throw new CommandError(`ID is "${written}", but takes a number.`);
      const id = Number(written);
      const isNew = await withdrawAnnouncement(db, id, clock.now());
      if (isNew === undefined) throw new CommandError(`There is no notification ${id}.`, { code: "not_found" });
      const said = isNew ? "A job removes it from every customer." : "It was withdrawn before: nothing changed.";
      return { data: { id, withdrawn: true, changed: isNew }, lines: [said] };
    },
  },
];

function isToAll(context: CommandContext): boolean {
  return argument(context, "EMAIL").trim().toLowerCase() === "all";
}

async function customerFrom(context: CommandContext): Promise<number> {
  const email = argument(context, "EMAIL").trim().toLowerCase();
  const id = await customerIdOf(context.house.db, email);
  if (id === undefined) throw new CommandError(`There is no customer ${email}.`, { code: "not_found" });
  return id;
}

function contentFrom(context: CommandContext): { title: string; messageHtml: string } {
  const title = written(context, "title");
  const messageHtml = cleanMessage(written(context, "message"));
  if (messageHtml.trim() === "") throw new CommandError("--message has nothing in it that may be shown.");
  return { title, messageHtml };
}

function written({ options }: CommandContext, name: keyof typeof MOST): string {
  const value = options[name];
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > MOST[name]) throw new CommandError(`--${name} takes 1 to ${MOST[name]} characters.`);
  return text;
}
