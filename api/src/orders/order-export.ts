import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../platform/commands.ts";
import { csvLine } from "../platform/csv.ts";
import type { Db } from "../platform/db.ts";
import { type StaffOrder, staffOrdersOf } from "./staff-order.ts";
import { type OrderFilter, staffOrders } from "./staff-order-sql.ts";

const ORDERS_AT_ONCE = 500;
/** Orders hold addresses: nobody but the owner of the file reads it. */
const FILE_MODE = 0o600;

type Column = (order: StaffOrder, item: StaffOrder["items"][number] | undefined) => unknown;

/** The columns of the CSV file: a line for each item, with its order repeated. */
const columns: Readonly<Record<string, Column>> = {
  order: (order) => order.id,
  placed_at: (order) => order.placed_at,
  status: (order) => order.status,
  email: (order) => order.email,
  currency: (order) => order.currency,
  total: (order) => order.total,
  delivery: (order) => order.amounts.delivery,
  payment_method: (order) => order.payment_method,
  shipping_method: (order) => order.shipping_method,
  tracking_number: (order) => order.tracking_number,
  first_name: ({ address }) => address?.first_name,
  middle_name: ({ address }) => address?.middle_name,
  last_name: ({ address }) => address?.last_name,
  company: ({ address }) => address?.company,
  address: ({ address }) => address?.address,
  city: ({ address }) => address?.city,
  state: ({ address }) => address?.state,
  postcode: ({ address }) => address?.postcode,
  country: ({ address }) => address?.country,
  country_name: ({ address }) => address?.country_name_en,
  phone: ({ address }) => address?.phone_mobile,
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

export type OrderFormat = "csv" | "json";

/** @throws CommandError for a file name that ends otherwise. */
export function orderFormatOf(path: string): OrderFormat {
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.json$/i.test(path)) return "json";
  throw new CommandError(`${path} is neither .csv nor .json.`);
}

/**
 * Writes the orders that match a filter to a file, the newest first: as CSV a line for each item, as JSON a list.
 * @returns how many orders. @throws CommandError when the file cannot be written; nothing is read then.
 */
export async function exportOrders(
  db: Db,
  filter: OrderFilter,
  path: string,
  { progress, signal }: { progress: (message: string) => void; signal: AbortSignal },
): Promise<number> {
  const format = orderFormatOf(path);
  let count = 0;
  async function* text() {
    yield format === "csv" ? csvLine(Object.keys(columns)) : "[";
    for (let after: number | undefined; ;) {
      const rows = await staffOrders(db, filter, { limit: ORDERS_AT_ONCE, after });
      const orders = await staffOrdersOf(db, rows);
      yield format === "csv" ? orders.flatMap(csvLines).join("") : jsonItems(orders, count === 0);
      count += orders.length;
      after = rows.at(-1)?.id;
      if (rows.length < ORDERS_AT_ONCE) break;
      progress(`${count} orders written`);
    }
    if (format === "json") yield "\n]\n";
  }
  try {
    const file = await open(path, "w", FILE_MODE);
    await pipeline(Readable.from(text()), file.createWriteStream(), { signal });
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new CommandError(`${path} cannot be written: ${error.message}.`);
    throw error;
  }
  return count;
}

/** An order of gift certificates alone has no items, and one line. */
function csvLines(order: StaffOrder): string[] {
  const items = order.items.length > 0 ? order.items : [undefined];
  return items.map((item) => csvLine(Object.values(columns).map((valueOf) => valueOf(order, item))));
}

function jsonItems(orders: readonly StaffOrder[], isFirst: boolean): string {
  return orders.map((order, at) => `${isFirst && at === 0 ? "" : ","}\n${JSON.stringify(order)}`).join("");
}
