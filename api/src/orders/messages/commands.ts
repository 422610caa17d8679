import { formatTable, getArgument, type Command } from "../../platform/commands/command.ts";
import { asOption, runActionAsOperator } from "../../staff/run-action-as-operator.ts";
import { parseOrderNumber } from "../order-number-argument.ts";
import { writeNote } from "../staff/admin-actions.ts";
import { closeMessages } from "./admin-actions.ts";
import { listWaitingMessages } from "./sql.ts";

const LIST_LIMIT = 200;

export const messageCommands: readonly Command[] = [
  {
    name: "orders messages",
    summary: "list the messages of customers that wait for an answer, the oldest first",
    run: async ({ app }) => {
      const messages = await listWaitingMessages(app.db, LIST_LIMIT);
      if (messages.length === 0) return { data: messages, lines: ["No messages wait for an answer."] };
      const rows = messages.map(({ order_id, created_at, text }) => [order_id, created_at.toISOString(), text]);
      return { data: messages, lines: formatTable(["Order", "Written", "Message"], rows) };
    },
  },
  {
    name: "orders answer",
    summary: "write to the customer of an order; it is emailed after 30 seconds and answers their messages",
    arguments: [
      { name: "ORDER", summary: "the order number, nine digits" },
      { name: "TEXT", summary: "the message, at most 2,000 characters" },
    ],
    options: asOption,
    run: async (context) => {
      const id = parseOrderNumber("ORDER", getArgument(context, "ORDER"));
      const input = { text: getArgument(context, "TEXT"), is_visible_to_customer: true };
      const { result } = await runActionAsOperator(context, writeNote, { params: { id }, input });
      return { data: result, lines: [`The customer of order ${id} gets the message in 30 seconds.`] };
    },
  },
  {
    name: "orders close-messages",
    summary: "say that the messages of an order that wait need no answer",
    arguments: [{ name: "ORDER", summary: "the order number, nine digits" }],
    options: asOption,
    run: async (context) => {
      const id = parseOrderNumber("ORDER", getArgument(context, "ORDER"));
      const { result } = await runActionAsOperator(context, closeMessages, { params: { id }, input: {} });
      return { data: result, lines: [`${result.note_ids.length} messages of order ${id} need no answer.`] };
    },
  },
];
