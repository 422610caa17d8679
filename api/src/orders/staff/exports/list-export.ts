import { z } from "zod";
import { createSignedToken, verifySignedToken } from "../../../platform/crypto/signing.ts";
import { formatCsvLine } from "../../../platform/data-files/csv.ts";
import type { Db } from "../../../platform/db/database.ts";
import { getSetting } from "../../../platform/settings/settings.ts";
import type { OrderListFilterQuery, OrderRow } from "../../admin-schema.ts";
import { listOrderIds, listOrderPage } from "../../admin-sql.ts";
import { handlingDays } from "../../settings.ts";
import type { ExportColumn } from "../admin-schema.ts";
import { buildListFilter, serializeOrderRow } from "../order-list.ts";

const TOKEN_PURPOSE = "order-list-export";
const TOKEN_TTL_MS = 5 * 60_000;
/** Orders that are read at once. */
const BATCH_SIZE = 1000;
/** By this mark spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A list that a member of staff may download. */
export type OrderListExport = Readonly<{
  staffId: number;
  list: OrderListFilterQuery;
  columns: readonly ExportColumn[];
}>;

/** Creates the token with which a member of staff downloads a list. */
export function createExportToken(db: Db, listExport: OrderListExport, now: Date): Promise<string> {
  const text = JSON.stringify({ ...listExport, expiresAt: now.getTime() + TOKEN_TTL_MS });
  return createSignedToken(db, TOKEN_PURPOSE, text);
}

const tokenOwner = z.object({ staffId: z.int(), expiresAt: z.int() });

/** Returns the list of a token; null if the token is invalid, has expired or belongs to somebody else. */
export async function readExportToken(
  db: Db,
  token: string,
  { staffId, now }: { staffId: number; now: Date },
): Promise<OrderListExport | null> {
  const text = await verifySignedToken(db, TOKEN_PURPOSE, token);
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  const owner = tokenOwner.parse(value);
  return owner.staffId === staffId && owner.expiresAt > now.getTime() ? (value as OrderListExport) : null;
}

/** The fields of each column, with their names in the file. */
const fieldsByColumn: Record<ExportColumn, Record<string, (row: OrderRow) => unknown>> = {
  number: { order: ({ id }) => id },
  placed: { placed_at: ({ placed_at }) => placed_at, source: ({ source }) => source },
  customer: { customer: ({ customer }) => customer },
  shipping: {
    country: ({ country }) => country,
    shipping_method: ({ shipping_method }) => shipping_method?.name,
    tracking_number: ({ tracking_number }) => tracking_number,
  },
  items: { items: ({ pieces }) => pieces },
  weight: { weight_g: ({ weight_g }) => weight_g },
  total: { total: ({ total }) => total, currency: ({ currency }) => currency },
  customs: { customs: ({ customs }) => customs },
  due: { due_on: ({ due_on }) => due_on },
  assignee: { assignee: ({ assignee }) => assignee?.name },
  status: { status: ({ status }) => status },
};

/**
 * Generates a CSV file with the rows and columns of a list, names masked as in the list. Which orders it has, and in
 * which order, is read once, when the download begins. Their values are read batch by batch, as they are then, so that
 * no connection is occupied while the browser receives the file.
 */
export async function* generateOrderCsv(
  db: Db,
  { staffId, list, columns }: OrderListExport,
  now: Date,
  { batchSize = BATCH_SIZE } = {},
): AsyncGenerator<string> {
  const fields = columns.flatMap((column) => Object.entries(fieldsByColumn[column]));
  yield BYTE_ORDER_MARK + formatCsvLine(fields.map(([name]) => name));
  const days = await getSetting(db, handlingDays);
  const allIds = await listOrderIds(db, buildListFilter(list, staffId), list.sort, now);
  for (let start = 0; start < allIds.length; start += batchSize) {
    const ids = allIds.slice(start, start + batchSize);
    const rows = await listOrderPage(db, { view: "all", filter: { ids } }, { sort: list.sort, limit: ids.length }, now);
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    yield ids
      .flatMap((id) => rowsById.get(id) ?? [])
      .map((row) => serializeOrderRow(row, days))
      .map((row) => formatCsvLine(fields.map(([, getValue]) => getValue(row))))
      .join("");
  }
}
