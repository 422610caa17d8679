import { randomUUID } from "node:crypto";
import { argument, type Command, type CommandContext, CommandError } from "../platform/commands.ts";
import { cleanMessage } from "./clean-html.ts";
import { insertForCustomers } from "./sql.ts";

const MOST = { title: 120, message: 2000 };

export const commands: readonly Command[] = [
  {
    name: "notify",
    summary: "shows something in the panel of a customer, or of all",
    arguments: [{ name: "EMAIL", summary: "the customer's address, or all" }],
    options: {
      title: { type: "string", value: "T", summary: "plain text" },
      message: { type: "string", value: "HTML", summary: "b, i, br, span and links into the shop stay, the rest goes" },
    },
    run: async (context) => {
      const to = argument(context, "EMAIL").trim().toLowerCase();
      const title = written(context, "title");
      const messageHtml = cleanMessage(written(context, "message"));
      if (messageHtml.trim() === "") throw new CommandError("--message has nothing in it that may be shown.");
      const told = { kind: "operator", title, messageHtml, actions: [], dedupKey: `operator:${randomUUID()}` };
      const customers = await insertForCustomers(context.house.db, to === "all" ? null : to, told);
      if (customers === 0 && to !== "all") throw new CommandError(`There is no customer ${to}.`);
      return { data: { customers, title, message: messageHtml }, lines: [`Told ${customers} customers: ${title}`] };
    },
  },
];

function written({ options }: CommandContext, name: keyof typeof MOST): string {
  const value = options[name];
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > MOST[name]) throw new CommandError(`--${name} takes 1 to ${MOST[name]} characters.`);
  return text;
}
