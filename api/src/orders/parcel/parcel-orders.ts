import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { OrderStatus } from "../schema.ts";

type OrderId = number | RawBuilder<unknown>;

/** The order in whose parcel an order is sent: itself, unless it is joined to another one. */
export const mainOrderId = (orderId: OrderId): RawBuilder<number> => sql<number>`coalesce((select j.main_order_id
  from joined_orders j where j.order_id = ${orderId} and j.separated_at is null), ${orderId})`;

/** The orders that are sent in one parcel with an order, itself included, as an array. */
export const parcelOrderIds = (orderId: OrderId): RawBuilder<number[]> => sql<number[]>`array(
  select ${mainOrderId(orderId)} union all
  select j.order_id from joined_orders j where j.main_order_id = ${mainOrderId(orderId)} and j.separated_at is null)`;

/** The other orders that are sent in one parcel with an order, as an array, by number. */
export const otherParcelOrderIds = (orderId: OrderId): RawBuilder<number[]> => sql<number[]>`array(
  select one from unnest(${parcelOrderIds(orderId)}) one where one <> ${orderId} order by one)`;

/** An order of a parcel. */
export type ParcelOrder = Readonly<{
  id: number;
  /** What is added to the numbers of its lines to get those of the items in the parcel; 0 for the main order. */
  line_offset: number;
}>;

/** The orders of the parcel of an order, as a subquery with the columns of `ParcelOrder`. */
export const parcelOrders = (orderId: OrderId): RawBuilder<unknown> => sql`(
  select one.id, (coalesce(sum(one.lines) over (order by one.place, one.id
    rows between unbounded preceding and 1 preceding), 0))::integer as line_offset
  from (
    select o.id, (o.id <> ${mainOrderId(orderId)})::integer as place,
      (select coalesce(max(l.line), 0) from order_lines l
        where l.order_id = o.id and l.removed_by_edit is null) as lines
    from orders o where o.id = any(${parcelOrderIds(orderId)})
  ) one)`;

/** Lists the orders that are sent in one parcel with an order, itself included: the main order first. */
export async function listParcelOrders(db: Db, orderId: number): Promise<ParcelOrder[]> {
  const { rows } = await sql<ParcelOrder>`
    select id, line_offset from ${parcelOrders(orderId)} p order by line_offset, id`.execute(db);
  return rows;
}

/** Lists the other orders that are sent in one parcel with an order, by number. */
export async function listOtherParcelOrders(db: Db, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select ${otherParcelOrderIds(orderId)} as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** Returns whether all orders of the parcel of an order have a status. */
export async function hasParcelStatus(db: Db, orderId: number, status: OrderStatus): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select bool_and(status = ${status}) as has from orders where id = any(${parcelOrderIds(orderId)})`.execute(db);
  return rows[0]?.has ?? false;
}

/**
 * Ends the joining of an order: of itself to another order, and of all orders that are joined to it.
 * @returns the orders that are joined to another one no more
 */
export async function separateOrders(db: Tx, orderId: number, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable("joined_orders")
    .set({ separated_at: now })
    .where("separated_at", "is", null)
    .where((eb) => eb.or([eb("order_id", "=", orderId), eb("main_order_id", "=", orderId)]))
    .returning("order_id")
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** The condition that delivery of an order which is sent in the parcel of an order, aliased as o, was returned. */
export const carriesReturnedDelivery = sql<boolean>`exists (select from joined_orders j
  where j.main_order_id = o.id and j.separated_at is null and j.delivery_minor > 0)`;

/** Returns whether an order pays the delivery of another one that is sent with it and whose own was returned. */
export async function hasReturnedDelivery(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select ${carriesReturnedDelivery} as has from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]?.has ?? false;
}

/** Joins an order to a main order. A unique index prevents that it is joined twice. @returns the id of the row */
export async function insertJoinedOrder(
  tx: Tx,
  row: {
    order_id: number;
    main_order_id: number;
    delivery_minor: number;
    refund_minor: number;
    duty_minor: number;
    by_customer: boolean;
    created_by: number | null;
    created_at: Date;
  },
): Promise<number> {
  const { id } = await tx.insertInto("joined_orders").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Promises paid orders their days of arrival: those of the shipping method and country, counted from the payment in UTC
 * days like every quote (docs/domain/delivery.md). Called when an order is paid, and when an edit changes its delivery;
 * a later change of the method's days does not change the promise.
 */
export async function promiseArrival(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    update orders o set
      promised_from = (o.paid_at at time zone 'UTC')::date + c.days_min,
      promised_until = (o.paid_at at time zone 'UTC')::date + c.days_max
    from shipping_method_countries c
    where o.id = any(${orderIds}) and o.paid_at is not null and c.method_id = o.shipping_method_id and c.country = o.address ->> 'country'`.execute(
    tx,
  );
}

/** Promises all orders of a parcel the latest of their days of arrival. */
export async function promiseParcelArrival(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders o set promised_from = latest.promised_from, promised_until = latest.promised_until
    from (select max(promised_from) as promised_from, max(promised_until) as promised_until from orders
      where id = any(${parcelOrderIds(orderId)})) latest
    where o.id = any(${parcelOrderIds(orderId)})`.execute(tx);
}
