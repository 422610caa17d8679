import {
  argument,
  columns,
  type Command,
  type CommandAnswer,
  CommandError,
  wholeNumber,
} from "../platform/commands.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { exportOrders } from "./order-export.ts";
import { filterFrom, filterOptions, filtersForText, ORDER_NUMBER } from "./order-filter.ts";
import { orderText } from "./order-text.ts";
import { refusals } from "./schema.ts";
import { staffOrdersOf, summaryOf } from "./staff-order.ts";
import { staffOrders, type StaffOrderRow } from "./staff-order-sql.ts";

const LISTED = 200;
const MOST_LISTED = 10_000;
const FOUND = 50;

export const commands: readonly Command[] = [
  {
    name: "orders list",
    summary: "list orders, the newest first",
    options: {
      ...filterOptions,
      limit: { type: "string", value: "NUMBER", summary: `at most so many, ${LISTED} by default` },
    },
    run: async (context) => {
      const limit = wholeNumber(context, "limit", { min: 1, max: MOST_LISTED }) ?? LISTED;
      return listOf(await staffOrders(context.house.db, await filterFrom(context), { limit }));
    },
  },
  {
    name: "orders find",
    summary: "find orders by number, email, phone, tracking number or last name",
    arguments: [{ name: "TEXT", summary: "what is known of the order" }],
    run: async (context) => listOf(await foundBy(context.house.db, argument(context, "TEXT"))),
  },
  {
    name: "orders show",
    summary: "show an order: items, address, customs data, history, payments, emails",
    arguments: [{ name: "ORDER", summary: "the order number, nine digits" }],
    run: async (context) => {
      const { db } = context.house;
      const id = orderNumberFrom(argument(context, "ORDER"));
      const [order] = await staffOrdersOf(db, await staffOrders(db, { id }, { limit: 1 }));
      if (!order) throw refuse(refusals, "order_not_found");
      return { data: order, lines: orderText(order) };
    },
  },
  {
    name: "orders export",
    summary: "write orders with items, addresses and customs data to a file",
    arguments: [{ name: "FILE", summary: "a .csv (a line for each item) or .json (a list of orders)" }],
    options: filterOptions,
    run: async (context) => {
      const file = argument(context, "FILE");
      const { house, progress, signal } = context;
      const orders = await exportOrders(house.db, await filterFrom(context), file, { progress, signal });
      return { data: { orders, file }, lines: [`${orders} orders written to ${file}.`] };
    },
  },
];

async function foundBy(db: Db, text: string): Promise<StaffOrderRow[]> {
  for (const filter of filtersForText(text)) {
    const found = await staffOrders(db, filter, { limit: FOUND });
    if (found.length > 0) return found;
  }
  return [];
}

function listOf(rows: readonly StaffOrderRow[]): CommandAnswer {
  const orders = rows.map(summaryOf);
  if (orders.length === 0) return { data: orders, lines: ["No orders found."] };
  return {
    data: orders,
    lines: columns(
      ["Order", "Placed", "Status", "Total", "Customer", "Country", "Recipient", "Method", "Tracking"],
      orders.map((one) => [
        ...[one.id, one.placed_at, one.status, `${one.total} ${one.currency}`, one.email, one.country],
        ...[one.recipient, one.shipping_method, one.tracking_number],
      ]),
    ),
  };
}

function orderNumberFrom(written: string): number {
  const digits = written.replaceAll(/\s/g, "");
  if (!ORDER_NUMBER.test(digits)) throw new CommandError(`ORDER is "${written}", but takes a number of nine digits.`);
  return Number(digits);
}
