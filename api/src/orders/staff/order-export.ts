import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../../platform/commands/command.ts";
import { formatCsvLine } from "../../platform/data-files/csv.ts";
import type { Db } from "../../platform/db/database.ts";
import { csvAddressColumns } from "../order-address.ts";
import { type StaffOrder, loadStaffOrders } from "./staff-order.ts";
import { type OrderFilter, listStaffOrders } from "./staff-order-sql.ts";

const PAGE_SIZE = 500;
/** The file contains addresses: only its owner may read it. */
const FILE_MODE = 0o600;

type Column = (order: StaffOrder, item: StaffOrder["items"][number] | undefined) => unknown;

const addressColumns = Object.fromEntries(
  Object.entries(csvAddressColumns).map(([column, field]): [string, Column] => [
    column,
    ({ address }) => address?.[field],
  ]),
);

/** The columns of the CSV file, which has one row per item and repeats the order's fields in each of them. */
const columns: Readonly<Record<string, Column>> = {
  order: (order) => order.id,
  placed_at: (order) => order.placed_at,
  status: (order) => order.status,
  source: (order) => order.source,
  email: (order) => order.email,
  currency: (order) => order.currency,
  total: (order) => order.total,
  delivery: (order) => order.amounts.delivery,
  payment_method: (order) => order.payment_method,
  shipping_method: (order) => order.shipping_method,
  tracking_number: (order) => order.tracking_number,
  ...addressColumns,
  pickup_point: ({ shipping }) => shipping.pickup_point?.code,
  comment: (order) => order.comment,
  weight_g: (order) => order.shipping.weight_g,
  customs_declared: (order) => order.customs.declared,
  customs_tax: (order) => order.customs.tax,
  reference: (_, item) => item?.reference,
  name: (_, item) => item?.name,
  option: (_, item) => item?.option,
  quantity: (_, item) => item?.quantity,
  price: (_, item) => item?.price,
  item_total: (_, item) => item?.total,
  item_weight_g: (_, item) => item?.weight_g,
  customs_description: (_, item) => item?.customs.description,
  hs_code: (_, item) => item?.customs.hs_code,
};

export type ExportFormat = "csv" | "json";

/**
 * Returns the export format for a file name.
 * @throws CommandError for any other extension.
 */
export function getExportFormat(path: string): ExportFormat {
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.json$/i.test(path)) return "json";
  throw new CommandError(`${path} is neither .csv nor .json.`);
}

/**
 * Writes the orders that match a filter to a file, newest first: as CSV with one row per item, as JSON as an array.
 * @returns the number of orders written.
 * @throws CommandError if the file cannot be written; in that case no order is read.
 */
export async function exportOrders(
  db: Db,
  filter: OrderFilter,
  path: string,
  { progress, signal }: { progress: (message: string) => void; signal: AbortSignal },
): Promise<number> {
  const format = getExportFormat(path);
  let count = 0;
  async function* generateText() {
    yield format === "csv" ? formatCsvLine(Object.keys(columns)) : "[";
    for (let after: number | undefined; ;) {
      const rows = await listStaffOrders(db, filter, { limit: PAGE_SIZE, after });
      const orders = await loadStaffOrders(db, rows);
      yield format === "csv" ? orders.flatMap(formatCsvRows).join("") : formatJsonItems(orders, count === 0);
      count += orders.length;
      after = rows.at(-1)?.id;
      if (rows.length < PAGE_SIZE) break;
      progress(`${count} orders written`);
    }
    if (format === "json") yield "\n]\n";
  }
  try {
    const file = await open(path, "w", FILE_MODE);
    await pipeline(Readable.from(generateText()), file.createWriteStream(), { signal });
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new CommandError(`${path} cannot be written: ${error.message}.`);
    throw error;
  }
  return count;
}

/** An order that contains only gift cards has no items and gets a single row. */
function formatCsvRows(order: StaffOrder): string[] {
  const items = order.items.length > 0 ? order.items : [undefined];
  return items.map((item) => formatCsvLine(Object.values(columns).map((getValue) => getValue(order, item))));
}

function formatJsonItems(orders: readonly StaffOrder[], isFirst: boolean): string {
  return orders.map((order, index) => `${isFirst && index === 0 ? "" : ","}\n${JSON.stringify(order)}`).join("");
}
