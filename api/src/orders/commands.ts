import {
  getArgument,
  formatTable,
  type Command,
  CommandError,
  type CommandResult,
  getIntegerOption,
} from "../platform/commands/command.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { messageCommands } from "./messages/commands.ts";
import { exportOrders } from "./staff/order-export.ts";
import { parseOrderNumber } from "./order-number-argument.ts";
import { parseOrderFilter, filterOptions } from "./staff/order-filter.ts";
import { getFiltersForText } from "./staff/order-search.ts";
import { formatOrder } from "./staff/order-text.ts";
import { refusals } from "./schema.ts";
import { loadStaffOrders, serializeStaffOrderSummary } from "./staff/staff-order.ts";
import { listStaffOrders, type StaffOrderRow } from "./staff/staff-order-sql.ts";

const DEFAULT_LIST_LIMIT = 200;
const MAX_LIST_LIMIT = 10_000;
const SEARCH_LIMIT = 50;

export const commands: readonly Command[] = [
  {
    name: "orders list",
    summary: "list orders, the newest first",
    options: {
      ...filterOptions,
      limit: { type: "string", value: "NUMBER", summary: `maximum number of orders, ${DEFAULT_LIST_LIMIT} by default` },
    },
    run: async (context) => {
      const limit = getIntegerOption(context, "limit", { min: 1, max: MAX_LIST_LIMIT }) ?? DEFAULT_LIST_LIMIT;
      return formatOrderList(await listStaffOrders(context.app.db, await parseOrderFilter(context), { limit }));
    },
  },
  {
    name: "orders find",
    summary: "find orders by number, email, phone, tracking number or last name",
    arguments: [{ name: "TEXT", summary: "order number, email, phone, tracking number or last name" }],
    run: async (context) => formatOrderList(await searchOrders(context.app.db, getArgument(context, "TEXT"))),
  },
  {
    name: "orders show",
    summary: "show an order: items, address, customs data, history, payments, emails",
    arguments: [{ name: "ORDER", summary: "the order number, nine digits" }],
    run: async (context) => {
      const { db } = context.app;
      const id = parseOrderNumber("ORDER", getArgument(context, "ORDER"));
      const [order] = await loadStaffOrders(db, await listStaffOrders(db, { id }, { limit: 1 }));
      if (!order) throw refuse(refusals, "order_not_found");
      return { data: order, lines: formatOrder(order) };
    },
  },
  {
    name: "orders export",
    summary: "write orders with items, addresses and customs data to a file",
    arguments: [{ name: "FILE", summary: "a .csv file (one row per item) or a .json file (an array of orders)" }],
    options: filterOptions,
    run: async (context) => {
      const file = getArgument(context, "FILE");
      const { app, progress, signal } = context;
      const orders = await exportOrders(app.db, await parseOrderFilter(context), file, { progress, signal });
      return { data: { orders, file }, lines: [`${orders} orders written to ${file}.`] };
    },
  },
  ...messageCommands,
];

/** Lists the orders of the first meaning of a search text that finds any. */
async function searchOrders(db: Db, text: string): Promise<StaffOrderRow[]> {
  const filters = getFiltersForText(text);
  if (filters.length === 0) throw new CommandError("TEXT is empty.");
  for (const filter of filters) {
    const rows = await listStaffOrders(db, filter, { limit: SEARCH_LIMIT });
    if (rows.length > 0) return rows;
  }
  return [];
}

function formatOrderList(rows: readonly StaffOrderRow[]): CommandResult {
  const orders = rows.map(serializeStaffOrderSummary);
  if (orders.length === 0) return { data: orders, lines: ["No orders found."] };
  return {
    data: orders,
    lines: formatTable(
      ["Order", "Placed", "Status", "Total", "Customer", "Country", "Recipient", "Method", "Tracking"],
      orders.map((order) => [
        ...[order.id, order.placed_at, order.status, `${order.total} ${order.currency}`, order.email, order.country],
        ...[order.recipient, order.shipping_method, order.tracking_number],
      ]),
    ),
  };
}
