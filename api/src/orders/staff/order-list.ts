import { cachedUntilChanged } from "../../platform/cache/cache.ts";
import { toMajorUnits } from "../../money/currency.ts";
import { maskPersonalValue } from "../../platform/audit/personal-values.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { parseStoreTime } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import type { Permission } from "../../staff/permissions.ts";
import {
  type FoundOrder,
  MAX_EXACT_COUNT,
  type OrderListFilterQuery,
  type OrderListQuery,
  type OrderNeighbors,
  type OrderPage,
  type OrderRow,
  type OrderViewCounts,
} from "../admin-schema.ts";
import {
  countOrders,
  countOrdersByView,
  countOrdersOfLists,
  findOrderNeighbors,
  getMaxExactCount,
  listOrderPage,
  type OrderCursor,
  type OrderListFilter,
  type OrderListRow,
} from "../admin-sql.ts";
import { refusals } from "../schema.ts";
import { handlingDays } from "../settings.ts";
import { getDueDate } from "./due-date.ts";
import { getFiltersForPartialText, getFiltersForText, requireWholeLastName } from "./order-search.ts";
import { listOrderActions } from "./order-steps.ts";
import { listShippingMethodIds } from "./staff-order-sql.ts";

const MAX_FOUND_ORDERS = 6;
const DAY_MS = 86_400_000;

/** Returns a page of the order list of the back office, with masked names. */
export async function getOrderPage(
  db: Db,
  query: OrderListQuery,
  { staffId, now }: { staffId: number; now: Date },
): Promise<OrderPage> {
  const filter = await resolveShippingMethod(db, buildListFilter(query, staffId));
  const { sort, limit, after, before } = query;
  const [rows, count, days] = await Promise.all([
    listOrderPage(db, filter, { sort, limit, ...parseCursors({ after, before }) }, now),
    countOrders(db, filter, now),
    getSetting(db, handlingDays),
  ]);
  const isBackward = after === undefined && before !== undefined;
  const hasMore = rows.length > limit;
  const page = isBackward ? rows.slice(-limit) : rows.slice(0, limit);
  const [first, last] = [page.at(0), page.at(-1)];
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : after !== undefined;
  return {
    items: page.map((row) => serializeOrderRow(row, days)),
    next: hasNext && last ? formatCursor(last) : null,
    previous: hasPrevious && first ? formatCursor(first) : null,
    total: serializeCount(count, getMaxExactCount(filter)),
  };
}

/**
 * Returns the orders before and after an order in a list, so that they can be opened without going back to the list.
 * @throws Refusal `order_not_found`
 */
export async function getOrderNeighbors(
  db: Db,
  id: number,
  query: OrderListFilterQuery,
  { staffId, now }: { staffId: number; now: Date },
): Promise<OrderNeighbors> {
  const list = { filter: await resolveShippingMethod(db, buildListFilter(query, staffId)), sort: query.sort };
  const row = await findOrderNeighbors(db, id, list, now);
  if (!row) throw refuse(refusals, "order_not_found");
  const { previous, next, preceding, is_listed, total } = row;
  const maxCount = getMaxExactCount(list.filter);
  const isCounted = is_listed && preceding <= maxCount;
  return { previous, next, position: isCounted ? preceding + 1 : null, total: serializeCount(total, maxCount) };
}

/**
 * Finds orders by a text that is being typed, newest first.
 * @param reader.permissions those of the person, on which the actions depend
 */
export async function findOrders(
  db: Db,
  text: string,
  { staffId, permissions, now }: { staffId: number; permissions: ReadonlySet<Permission>; now: Date },
): Promise<FoundOrder[]> {
  const searches = getFiltersForPartialText(text);
  if (searches.length === 0) return [];
  const [rows, days] = await Promise.all([
    listOrderPage(db, { view: "all", filter: {}, searches }, { sort: "placed_desc", limit: MAX_FOUND_ORDERS }, now),
    getSetting(db, handlingDays),
  ]);
  return rows.slice(0, MAX_FOUND_ORDERS).map((row) => ({
    ...serializeOrderRow(row, days),
    actions: listOrderActions({
      status: row.status,
      hasGoods: row.products_minor > 0,
      customsStatus: row.customs_status,
      shipments: null,
      isAssignedToOther: row.assignee_id !== null && row.assignee_id !== staffId,
      isRefundable: row.paid_at !== null && row.status !== "refunded",
      permissions,
    })
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ name }) => name),
  }));
}

/** Counts the orders of lists, by the ids of the lists. */
export async function countOrderLists(
  db: Db,
  lists: readonly { id: number; list: OrderListFilterQuery }[],
  { staffId, now }: { staffId: number; now: Date },
): Promise<ReadonlyMap<number, OrderPage["total"]>> {
  if (lists.length === 0) return new Map();
  const filters = lists.map(({ id, list }) => ({ id, filter: buildListFilter(list, staffId) }));
  const maxCounts = new Map(filters.map(({ id, filter }) => [id, getMaxExactCount(filter)]));
  const rows = await countOrdersOfLists(db, filters, now);
  return new Map(rows.map(({ id, count }) => [id, serializeCount(count, maxCounts.get(id) ?? MAX_EXACT_COUNT)]));
}

/** Counts the orders of each shared view. */
export async function getOrderViewCounts(db: Db, now: Date): Promise<OrderViewCounts> {
  const rows = await countOrdersByView(db, now);
  return rows.map(({ key, count }) => ({ key, ...serializeCount(count, MAX_EXACT_COUNT) }));
}

function serializeCount(count: number, max: number): OrderPage["total"] {
  return { count: Math.min(count, max), is_exact: count <= max };
}

/** Builds the conditions of a list for a member of staff, whom `me` means. */
export function buildListFilter(query: OrderListFilterQuery, staffId: number): OrderListFilter {
  return {
    view: query.view,
    filter: {
      statuses: query.status,
      country: query.country,
      source: query.source,
      shippingMethod: query.method,
      placedFrom: query.placed_from === undefined ? undefined : parseStoreTime(query.placed_from)?.time,
      placedBefore: query.placed_to === undefined ? undefined : getEndOfDay(query.placed_to),
    },
    searches: query.q === undefined ? undefined : getFiltersForText(query.q).map(requireWholeLastName),
    customs: query.customs,
    payment: query.payment,
    assigneeId: parseAssignee(query.assignee, staffId),
  };
}

const METHOD_CACHE_MS = 60_000;
const shippingMethodIds = cachedUntilChanged(METHOD_CACHE_MS, listShippingMethodIds);

/** Replaces the code of the shipping method by its id, 0 if it does not exist. */
async function resolveShippingMethod(db: Db, list: OrderListFilter): Promise<OrderListFilter> {
  const { shippingMethod, ...filter } = list.filter;
  if (shippingMethod === undefined) return list;
  const ids = await shippingMethodIds.get(db);
  return { ...list, filter: { ...filter, shippingMethodId: ids.get(shippingMethod) ?? 0 } };
}

function getEndOfDay(day: string): Date | undefined {
  const start = parseStoreTime(day)?.time;
  return start && new Date(start.getTime() + DAY_MS);
}

function parseAssignee(assignee: string | undefined, staffId: number): number | null | undefined {
  if (assignee === undefined) return undefined;
  if (assignee === "none") return null;
  return assignee === "me" ? staffId : Number(assignee);
}

function parseCursors({ after, before }: { after?: string | undefined; before?: string | undefined }) {
  return {
    ...(after === undefined ? {} : { after: parseCursor(after) }),
    ...(before === undefined ? {} : { before: parseCursor(before) }),
  };
}

function formatCursor({ sort_micros, id }: OrderListRow): string {
  return `${sort_micros ?? "none"}_${id}`;
}

function parseCursor(cursor: string): OrderCursor {
  const [micros, id] = cursor.split("_");
  return { micros: micros === "none" ? null : Number(micros), id: Number(id) };
}

/** Serializes an order of a list, with masked names. @param days the working days in which orders are sent */
export function serializeOrderRow(row: OrderListRow, days: number): OrderRow {
  return {
    id: row.id,
    status: row.status,
    source: row.source,
    placed_at: row.placed_at.toISOString(),
    due_on: getDueDate(row, days),
    customer: maskPersonalValue("name", row.customer_name),
    country: row.country,
    city: row.city,
    shipping_method: row.shipping_method === null ? null : { code: row.shipping_method, name: row.shipping_name },
    pieces: row.pieces,
    weight_g: row.weight_g,
    total: toMajorUnits(row.total_minor, { minorDigits: row.minor_digits }),
    currency: row.currency,
    customs: row.customs_status,
    products_with_customs_problems: row.products_with_customs_problems,
    notes: row.notes,
    joined_orders: row.joined_orders,
    tracking_number: row.tracking_number,
    assignee:
      row.assignee_id === null || row.assignee_name === null ? null : { id: row.assignee_id, name: row.assignee_name },
  };
}
