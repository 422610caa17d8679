import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { mainOrderId } from "../../orders/parcel/parcel-orders.ts";
import type { ShipmentStatus } from "../shipments/admin-schema.ts";
import { joinedOrders } from "../shipments/sql.ts";
import type { StoredEvent } from "./current-event.ts";

/** Events as JSON: `e` is a shipment's. */
type EventJson = Omit<StoredEvent, "at"> & { at: string };
const eventList = sql<EventJson[]>`coalesce((select jsonb_agg(jsonb_build_object('code', e.code, 'at', e.at,
  'place', e.place, 'storage_until', e.storage_until, 'pickup_code', e.pickup_code))
  from shipment_events e where e.shipment_id = s.id), '[]')`;

function parseEvents(events: readonly EventJson[]): StoredEvent[] {
  return events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }));
}

/** Where parcels of an order are handed out, as the order stores it. */
type PickupPoint = Readonly<{ city: string; address: string; work_time: string }>;

export type ParcelRow = {
  number: number;
  status: ShipmentStatus;
  weight_g: number | null;
  tracking_number: string | null;
  events: StoredEvent[];
};
export type OrderParcelsRow = { customer_id: number; pickup_point: PickupPoint | null; parcels: ParcelRow[] };

/** Finds an order with its parcels that are packed or have left, by number; undefined if there is no such order. */
export async function findOrderParcels(db: Db, orderId: number): Promise<OrderParcelsRow | undefined> {
  type Row = Omit<OrderParcelsRow, "parcels"> & { parcels: (Omit<ParcelRow, "events"> & { events: EventJson[] })[] };
  const { rows } = await sql<Row>`
    select o.customer_id, o.pickup_point, coalesce((
      select jsonb_agg(jsonb_build_object('number', s.number, 'status', s.status, 'weight_g', s.weight_g,
        'tracking_number', s.tracking_number, 'events', ${eventList}) order by s.number)
      from shipments s where s.order_id = ${mainOrderId(sql`o.id`)} and s.status not in ('open', 'canceled')), '[]') as parcels
    from orders o where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  return row && { ...row, parcels: row.parcels.map((one) => ({ ...one, events: parseEvents(one.events) })) };
}

/** A parcel with what a message to its customer needs. */
export type ParcelNoticeRow = {
  shipment_id: number;
  order_id: number;
  /** The other orders whose goods are in it. */
  joined_orders: number[];
  status: ShipmentStatus;
  events: StoredEvent[];
  pickup_point: PickupPoint | null;
  customer_id: number;
  email: string;
  locale: Locale;
};

/** Finds a parcel for a message; undefined if there is none or the customer's account is deleted. */
export async function findParcelForNotice(db: Db, shipmentId: number): Promise<ParcelNoticeRow | undefined> {
  const { rows } = await sql<Omit<ParcelNoticeRow, "events"> & { events: EventJson[] }>`
    select s.id as shipment_id, s.order_id, ${joinedOrders} as joined_orders, s.status, ${eventList} as events, o.pickup_point, o.customer_id, c.email,
      o.locale
    from shipments s join orders o on o.id = s.order_id join customers c on c.id = o.customer_id
    where s.id = ${shipmentId} and c.deleted_at is null`.execute(db);
  const [row] = rows;
  return row && { ...row, events: parseEvents(row.events) };
}

/** Lists the parcels on their way that are kept at a pickup point until one of some days, `2026-12-11`. */
export async function listStoredParcels(db: Db, days: { from: string; to: string }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from shipment_events e join shipments s on s.id = e.shipment_id
    where e.storage_until between ${days.from} and ${days.to} and s.status = 'shipped' order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the shipment of an order, or of that with which it is sent, by its number; undefined if it has none. */
export async function findShipmentByOrder(db: Db, orderId: number, number: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("shipments")
    .select("id")
    .where("order_id", "=", mainOrderId(orderId))
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.id;
}

/** Inserts an event that the store records. @returns false if it is recorded already */
export async function insertEvent(db: Tx, shipmentId: number, event: StoredEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("shipment_events")
    .values({ ...event, shipment_id: shipmentId, source: "store" })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes an event that the store has recorded. @returns it; undefined if there is none */
export async function deleteEvent(
  db: Tx,
  shipmentId: number,
  { code, at }: Pick<StoredEvent, "code" | "at">,
): Promise<{ place: string } | undefined> {
  return db
    .deleteFrom("shipment_events")
    .where("shipment_id", "=", shipmentId)
    .where("code", "=", code)
    .where("at", "=", at)
    .where("source", "=", "store")
    .returning("place")
    .executeTakeFirst();
}
