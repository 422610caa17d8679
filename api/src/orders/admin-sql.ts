import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { MAX_EXACT_COUNT, type OrderSort, type OrderView, orderViews, type PaymentState } from "./admin-schema.ts";
import { otherParcelOrderIds } from "./parcel/parcel-orders.ts";
import type { CustomsStatus, OrderSource, OrderStatus } from "./schema.ts";
import { buildOrderConditions, isParcelLost, type OrderFilter } from "./staff/staff-order-sql.ts";

/** The filter of the order list; all given conditions must hold. */
export type OrderListFilter = Readonly<{
  view: OrderView;
  filter: OrderFilter;
  /** The possible meanings of a search text, of which one must hold. */
  searches?: readonly OrderFilter[] | undefined;
  /** Only orders that wait to be sent and whose customs check has this status. */
  customs?: CustomsStatus | undefined;
  payment?: PaymentState | undefined;
  /** The id of a member of staff; null for orders that are assigned to nobody. */
  assigneeId?: number | null | undefined;
}>;

/** A place in a sorted list: an order, and the value by which it is sorted in microseconds; null if it has none. */
export type OrderCursor = Readonly<{ micros: number | null; id: number }>;

/** A part of the list in its sort order: after or before a cursor, or from the beginning. */
export type OrderListPage = Readonly<{ sort: OrderSort; limit: number; after?: OrderCursor; before?: OrderCursor }>;

/** An order in the list; amounts in minor units of its currency. */
export type OrderListRow = {
  id: number;
  status: OrderStatus;
  source: OrderSource;
  placed_at: Date;
  paid_at: Date | null;
  products_minor: number;
  customer_name: string;
  country: string | null;
  city: string | null;
  shipping_method: string | null;
  shipping_name: string;
  weight_g: number;
  total_minor: number;
  currency: string;
  minor_digits: number;
  tracking_number: string | null;
  pieces: number;
  /** Null unless the order waits to be sent. */
  customs_status: CustomsStatus | null;
  products_with_customs_problems: number;
  notes: number;
  /** The other orders that are sent in the same parcel. */
  joined_orders: number[];
  assignee_id: number | null;
  assignee_name: string | null;
  /** The cursor of the row. */
  sort_micros: number | null;
};

/** A number of orders, at most `MAX_EXACT_COUNT` + 1. */
type CountRow = { count: number };

const isWaitingToBeSent = sql`o.status in ('paid', 'packing') and o.products_minor > 0`;

/** The condition that an order, aliased as o, waits to be sent and its customs check has a status. */
function hasCustomsStatus(status: CustomsStatus): RawBuilder<unknown> {
  return sql`${isWaitingToBeSent}
    and exists (select from customs_checks k where k.order_id = o.id and k.status = ${status})`;
}

/** The condition of a view, with orders aliased as o (docs/domain/orders.md). */
export function buildViewCondition(view: OrderView, now: Date): RawBuilder<unknown> {
  const conditions: Record<OrderView, RawBuilder<unknown>> = {
    to_pack: sql`${isWaitingToBeSent}
      and not exists (select from joined_orders j where j.order_id = o.id and j.separated_at is null)`,
    missing_customs_data: hasCustomsStatus("missing"),
    customs_blocked: hasCustomsStatus("blocked"),
    stuck: sql`o.id in ${selectLateOrders(now)} and not ${isParcelLost}`,
    messages: sql`o.id in (select order_id from order_notes where is_from_customer and answered_at is null)`,
    unpaid: sql`o.status = 'awaiting_payment'`,
    returns: sql`o.id in (select id from orders where status = 'returned'
      union all select order_id from returns where status in ('requested', 'approved', 'received'))`,
    all: sql`true`,
  };
  return conditions[view];
}

/**
 * Selects the shipped orders whose last promised day has passed. Orders without a promise, which were paid before
 * promises were stored, are late after the days of their method. Both parts read the index `orders_in_transit`.
 */
const selectLateOrders = (now: Date) => sql`(
  select id from orders
  where status = 'shipped' and promised_until < (${now}::timestamptz at time zone 'UTC')::date
  union all
  select t.id from orders t join shipping_method_countries mc
    on mc.method_id = t.shipping_method_id and mc.country = (t.address ->> 'country')::char(2)
  where t.status = 'shipped' and t.promised_until is null
    and t.shipped_at < ${now}::timestamptz - make_interval(days => mc.days_max))`;

/** Selects the orders with a refund, aliased as r, for which a condition holds. */
const selectRefundedOrders = (condition: RawBuilder<unknown>) =>
  sql`(select p.order_id from refunds r join payments p on p.id = r.payment_id where ${condition})`;

/** The sort key of the day by which an order has to be sent: the expression of the indexes `orders_due` and others. */
const dueKey = sql`coalesce(o.paid_at, 'infinity'::timestamptz)`;

/**
 * The condition of each state of the money, with orders aliased as o. Whether an order is paid is compared by the sort
 * key, so that lists in its order begin where the first match is.
 */
const paymentConditions: Record<PaymentState, RawBuilder<unknown>> = {
  unpaid: sql`${dueKey} = 'infinity'`,
  // Asked for each order, so that a page reads no more refunds than it needs.
  paid: sql`${dueKey} < 'infinity' and not exists (select from payments p join refunds r on r.payment_id = p.id
    where p.order_id = o.id and r.status <> 'failed')`,
  refund_pending: sql`o.id in ${selectRefundedOrders(sql`r.status = 'pending'`)}`,
  refund_failed: sql`o.id in ${selectRefundedOrders(
    sql`r.status = 'failed' and not exists (select from refunds repeated where repeated.retry_of = r.id)`,
  )}`,
  // `offset 0` keeps the planner from reading all refunds first: there are ever more of them.
  // An order that was canceled before its payment arrived has no day of payment.
  refunded: sql`exists (select from payments p join refunds r on r.payment_id = p.id
    where p.order_id = o.id and r.status = 'succeeded' offset 0)`,
};

/** To find a refunded order, many others are read. */
const MAX_EXACT_COUNT_OF_REFUNDED = 1000;

/** Returns up to which number the orders that match a filter are counted exactly. */
export function getMaxExactCount({ payment }: OrderListFilter): number {
  return payment === "refunded" ? MAX_EXACT_COUNT_OF_REFUNDED : MAX_EXACT_COUNT;
}

/** The statuses of orders that have been paid. */
const paidStatuses: ReadonlySet<OrderStatus> = new Set(["paid", "packing", "shipped", "delivered", "returned"]);

function buildListConditions(
  { view, filter, searches, customs, payment, assigneeId }: OrderListFilter,
  now: Date,
): RawBuilder<unknown>[] {
  const conditions = [buildViewCondition(view, now), ...buildOrderConditions(filter)];
  if (searches) conditions.push(buildSearchCondition(searches, view));
  if (customs) conditions.push(hasCustomsStatus(customs));
  if (payment) conditions.push(paymentConditions[payment]);
  const assignments = sql`select order_id from order_assignments where expires_at > ${now}`;
  // A list in the order of payments ends before those that are not paid, and begins when the first order was placed.
  if (filter.statuses?.every((status) => paidStatuses.has(status))) conditions.push(sql`${dueKey} < 'infinity'`);
  if (filter.placedFrom) conditions.push(sql`${dueKey} >= ${filter.placedFrom}`);
  if (assigneeId === null) conditions.push(sql`o.id not in (${assignments})`);
  else if (assigneeId !== undefined) conditions.push(sql`o.id in (${assignments} and staff_id = ${assigneeId})`);
  return conditions;
}

/**
 * Matches orders for which one of the meanings of a search text holds; none if it has no meaning. Each meaning is a
 * query of its own, so that each uses its index. In the view of orders to pack, a main order stands for the joined
 * orders of its parcel.
 */
function buildSearchCondition(searches: readonly OrderFilter[], view: OrderView): RawBuilder<unknown> {
  const [onlyMeaning] = searches;
  if (!onlyMeaning) return sql`false`;
  // A list in the order of an index then begins with the page, however many orders match.
  if (searches.length === 1 && view !== "to_pack") return joinWithAnd(buildOrderConditions(onlyMeaning));
  const queries = searches.map(
    (meaning) => sql`select o.id from orders o where ${joinWithAnd(buildOrderConditions(meaning))}`,
  );
  const found = sql.join(queries, sql` union all `);
  if (view !== "to_pack") return sql`o.id in (${found})`;
  return sql`o.id in (with found as materialized (${found}) select id from found union all
    select j.main_order_id from joined_orders j join found on found.id = j.order_id where j.separated_at is null)`;
}

function joinWithAnd(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The value by which a list is sorted. It matches the expression of an index. */
function getSortKey(sort: OrderSort): { key: RawBuilder<unknown>; isAscending: boolean } {
  const [field, direction] = sort.split("_");
  const key = field === "due" ? dueKey : sql`o.placed_at`;
  return { key, isAscending: direction === "asc" };
}

function buildCursorValue({ micros }: OrderCursor): RawBuilder<unknown> {
  return micros === null
    ? sql`'infinity'::timestamptz`
    : sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

/**
 * Lists one page of the orders that match a filter, in the sort order of the page.
 * @returns at most `limit` + 1 rows. The additional row, the last one after a cursor and the first one before a cursor,
 * shows that there are more.
 */
export async function listOrderPage(
  db: Db,
  filter: OrderListFilter,
  { sort, limit, after, before }: OrderListPage,
  now: Date,
): Promise<OrderListRow[]> {
  const { key, isAscending } = getSortKey(sort);
  const isReversed = after === undefined && before !== undefined;
  const cursor = after ?? before;
  const comparison = isAscending === isReversed ? sql`<` : sql`>`;
  const conditions = buildListConditions(filter, now);
  if (cursor) conditions.push(sql`(${key}, o.id) ${comparison} (${buildCursorValue(cursor)}, ${cursor.id})`);
  const direction = isAscending === isReversed ? sql`desc` : sql`asc`;
  const { rows } = await sql<OrderListRow>`
    select o.id, o.status, o.source, o.placed_at, o.paid_at, o.products_minor, o.total_minor, o.currency, m.minor_digits,
      o.weight_g, o.tracking_number, o.address ->> 'country' as country, o.address ->> 'city' as city,
      case when c.deleted_at is null then concat_ws(' ', c.name, c.surname) else '' end as customer_name,
      s.code as shipping_method, o.shipping_name, coalesce((select sum(l.qty)::integer from order_lines l
        where l.order_id = o.id and l.removed_by_edit is null), 0) as pieces,
      k.status as customs_status, (select count(distinct problem -> 'product_id')
        from jsonb_array_elements(k.problems) problem) as products_with_customs_problems,
      (select count(*) from order_notes n where n.order_id = o.id) as notes,
      ${otherParcelOrderIds(sql`o.id`)} as joined_orders,
      staff.id as assignee_id, staff.name as assignee_name,
      case when isfinite(o.sort_key) then (extract(epoch from o.sort_key) * 1000000)::bigint end as sort_micros
    from (
      select o.*, ${key} as sort_key from orders o where ${joinWithAnd(conditions)}
      order by ${key} ${direction}, o.id ${direction} limit ${limit + 1}
    ) o
    join customers c on c.id = o.customer_id
    join currencies m on m.code = o.currency
    left join shipping_methods s on s.id = o.shipping_method_id
    left join order_assignments a on a.order_id = o.id and a.expires_at > ${now}
    left join staff on staff.id = a.staff_id
    left join customs_checks k on k.order_id = o.id and ${isWaitingToBeSent}
    order by o.sort_key ${direction}, o.id ${direction}`.execute(db);
  return isReversed ? rows.toReversed() : rows;
}

/** Lists the ids of all orders that match a filter, in their sort order. */
export async function listOrderIds(db: Db, filter: OrderListFilter, sort: OrderSort, now: Date): Promise<number[]> {
  const { key, isAscending } = getSortKey(sort);
  const direction = isAscending ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where ${joinWithAnd(buildListConditions(filter, now))}
    order by ${key} ${direction}, o.id ${direction}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects the orders that match a filter for a task. Its actions compare no values of an order. */
export function selectOrders(filter: OrderListFilter, now: Date): RawBuilder<unknown> {
  return sql`select o.id::text as id, null::jsonb as base from orders o
    where ${joinWithAnd(buildListConditions(filter, now))}`;
}

/** Counts the orders that match a filter, by default up to one more than are counted exactly. */
export async function countOrders(
  db: Db,
  filter: OrderListFilter,
  now: Date,
  { max = getMaxExactCount(filter) + 1 }: { max?: number } = {},
): Promise<number> {
  const { rows } = await sql<CountRow>`
    select count(*) as count from (
      select from orders o where ${joinWithAnd(buildListConditions(filter, now))} limit ${max}::bigint
    ) o`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the orders of several lists, each up to one more than are counted exactly, in one statement. */
export async function countOrdersOfLists(
  db: Db,
  lists: readonly { id: number; filter: OrderListFilter }[],
  now: Date,
): Promise<{ id: number; count: number }[]> {
  const counts = lists.map(
    ({ id, filter }) => sql`select ${id}::integer as id, (select count(*) from (
      select from orders o where ${joinWithAnd(buildListConditions(filter, now))} limit ${getMaxExactCount(filter) + 1}) o) as count`,
  );
  const { rows } = await sql<{ id: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

export type OrderNeighborsRow = {
  previous: number | null;
  next: number | null;
  /** The number of orders before it, up to one more than are counted exactly. */
  preceding: number;
  is_listed: boolean;
  total: number;
};

/**
 * Finds the neighbors of an order among the orders that match a filter. The order itself need not match any more.
 * @returns undefined if there is no such order
 */
export async function findOrderNeighbors(
  db: Db,
  id: number,
  { filter, sort }: { filter: OrderListFilter; sort: OrderSort },
  now: Date,
): Promise<OrderNeighborsRow | undefined> {
  const { key, isAscending } = getSortKey(sort);
  const condition = joinWithAnd(buildListConditions(filter, now));
  const maxCount = getMaxExactCount(filter) + 1;
  const place = sql`((select sort_key from listed), ${id}::integer)`;
  const [before, after] = isAscending ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  const [forward, backward] = isAscending ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const { rows } = await sql<OrderNeighborsRow>`
    with listed as (select o.id, ${key} as sort_key from orders o where o.id = ${id})
    select
      (select o.id from orders o where ${condition} and (${key}, o.id) ${before} ${place}
        order by ${key} ${backward}, o.id ${backward} limit 1) as previous,
      (select o.id from orders o where ${condition} and (${key}, o.id) ${after} ${place}
        order by ${key} ${forward}, o.id ${forward} limit 1) as next,
      (select count(*) from (select from orders o where ${condition} and (${key}, o.id) ${before} ${place}
        limit ${maxCount}) o) as preceding,
      exists (select from orders o where o.id = ${id} and ${condition}) as is_listed,
      (select count(*) from (select from orders o where ${condition} limit ${maxCount}) o) as total
    from listed`.execute(db);
  return rows[0];
}

/** Counts the orders of each view, up to `MAX_EXACT_COUNT` + 1 each, in one statement. */
export async function countOrdersByView(db: Db, now: Date): Promise<{ key: OrderView; count: number }[]> {
  const counts = orderViews.map(
    (view) => sql`select ${view}::text as key, (select count(*) from (
      select from orders o where ${buildViewCondition(view, now)} limit ${MAX_EXACT_COUNT + 1}) o) as count`,
  );
  const { rows } = await sql<{ key: OrderView; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}
