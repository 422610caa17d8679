import { toMajorUnits } from "../money/currency.ts";
import { maskPersonalValue } from "../platform/audit/personal-values.ts";
import type { Db } from "../platform/db/database.ts";
import { MAX_EXACT_COUNT, type ReturnListQuery, type ReturnPage, type ReturnRow } from "./admin-schema.ts";
import {
  countReturns,
  countReturnsByView,
  countReturnsOfLists,
  listReturns,
  type ReturnCursor,
  type ReturnListRow,
} from "./admin-sql.ts";

/** Returns a page of the list of returns with the counts of its views; names are masked. */
export async function getReturnPage(db: Db, query: ReturnListQuery): Promise<ReturnPage> {
  const { view, kind, reason, order_id: orderId, sort, after, limit } = query;
  const filter = { view, kind, reason, orderId };
  const [rows, count, views] = await Promise.all([
    listReturns(db, filter, {
      isAscending: sort === "requested_asc",
      after: after ? parseCursor(after) : undefined,
      limit,
    }),
    countReturns(db, filter),
    countReturnsByView(db),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(serializeRow),
    next: last && rows.length > limit ? `${last.requested_micros}_${last.id}` : null,
    total: serializeCount(count),
    views: views.map((one) => ({ key: one.key, ...serializeCount(one.count) })),
  };
}

/** A list of returns without the part that a page shows. */
type ReturnList = Pick<ReturnListQuery, "view" | "kind" | "reason" | "order_id">;

/** Counts the returns of lists, by the ids of the lists. */
export async function countReturnLists(
  db: Db,
  lists: readonly { id: number; list: ReturnList }[],
): Promise<ReadonlyMap<number, ReturnPage["total"]>> {
  if (lists.length === 0) return new Map();
  const filters = lists.map(({ id, list: { order_id: orderId, ...list } }) => ({ id, filter: { ...list, orderId } }));
  const rows = await countReturnsOfLists(db, filters);
  return new Map(rows.map(({ id, count }) => [id, serializeCount(count)]));
}

function parseCursor(cursor: string): ReturnCursor {
  const [micros, id] = cursor.split("_");
  return { micros: Number(micros), id: Number(id) };
}

function serializeCount(count: number): ReturnPage["total"] {
  return { count: Math.min(count, MAX_EXACT_COUNT), is_exact: count <= MAX_EXACT_COUNT };
}

function serializeRow(row: ReturnListRow): ReturnRow {
  return {
    id: row.id,
    order_id: row.order_id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    outcome: row.outcome,
    requested_at: row.requested_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    customer: maskPersonalValue("name", row.customer_name),
    product: row.product,
    other_lines: row.lines - 1,
    pieces: row.pieces,
    value: toMajorUnits(row.value_minor, { minorDigits: row.minor_digits }),
    currency: row.currency,
    replacement_order_id: row.replacement_order_id,
  };
}
