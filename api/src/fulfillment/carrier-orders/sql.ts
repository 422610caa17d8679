import { sql } from "kysely";
import type { AddressSnapshot } from "../../orders/order-address.ts";
import { parcelOrderIds } from "../../orders/parcel/parcel-orders.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { CarrierError, CarrierOrder, CarrierOrderStatus } from "./admin-schema.ts";

export type CarrierOrderRow = {
  id: number;
  shipment_id: number;
  reference: string;
  status: CarrierOrderStatus;
  carrier_ref: string | null;
  tracking_number: string | null;
  errors: CarrierError[];
};

const columns = ["id", "shipment_id", "reference", "status", "carrier_ref", "tracking_number", "errors"] as const;

/** The last order of a shipment, `s`, at the carrier as the API has it, or null; and the code of its shipping method. */
export const carrierOrderColumn = sql<CarrierOrder | null>`(select jsonb_build_object('reference', c.reference,
  'status', c.status, 'tracking_number', c.tracking_number, 'errors', c.errors)
  from carrier_orders c where c.shipment_id = s.id order by c.id desc limit 1)`;
export const methodCodeColumn = sql<string>`(select m.code from shipping_methods m where m.id = s.method_id)`;

/** Returns the last order of a shipment at the carrier, or undefined. */
export async function findCarrierOrder(db: Db, shipmentId: number): Promise<CarrierOrderRow | undefined> {
  const row = await db
    .selectFrom("carrier_orders")
    .select(columns)
    .where("shipment_id", "=", shipmentId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row as CarrierOrderRow | undefined;
}

/** Inserts a request for an order of a shipment, which must be locked and have none. */
export async function insertCarrierOrder(
  db: Tx,
  shipmentId: number,
  { staffId, now }: { staffId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into carrier_orders (shipment_id, reference, status, requested_at, requested_by, next_check_at)
    select s.id, concat_ws('-', s.order_id, s.number, case when before.count > 0 then before.count + 1 end),
      'requested', ${now}, ${staffId}, ${now}
    from shipments s, lateral (select count(*) from carrier_orders c where c.shipment_id = s.id) before
    where s.id = ${shipmentId}`.execute(db);
}

/**
 * Has the current orders of shipments deleted at the carrier, and removes the tracking numbers that they gave to
 * shipments which did not leave. A request that is just being sent is deleted when the process that sends it is done.
 * @returns the number of orders
 */
export async function requestCancellation(db: Tx, shipmentIds: readonly number[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with canceled as (
      update carrier_orders set status = 'canceling', errors = '[]',
        next_check_at = case when status = 'requested' then greatest(next_check_at, ${now}) else ${now} end
      where shipment_id = any(${shipmentIds}) and status in ('requested', 'accepted', 'created')
      returning id, shipment_id, tracking_number
    ), shipment as (
      update shipments s set tracking_number = null, carrier_ref = null from canceled c
      where s.id = c.shipment_id and s.tracking_number = c.tracking_number and s.status in ('open', 'packed')
    )
    select id from canceled`.execute(db);
  return rows.length;
}

/** How long no other process asks the carrier about an order: longer than a call with all its retries. */
const LEASE = sql`interval '2 minutes'`;

/** Takes over the orders that are due, at most `limit`: no other process asks the carrier about them meanwhile. */
export async function claimDueOrders(db: Db, limit: number, now: Date): Promise<CarrierOrderRow[]> {
  return claim(db, sql`next_check_at <= ${now} order by next_check_at limit ${limit}`, now);
}

/** Takes over the request of a shipment, unless another process sends it. */
export async function claimRequest(db: Db, shipmentId: number, now: Date): Promise<CarrierOrderRow | undefined> {
  const isRequest = sql`shipment_id = ${shipmentId} and status = 'requested' and next_check_at <= ${now}`;
  return (await claim(db, isRequest, now))[0];
}

async function claim(db: Db, condition: ReturnType<typeof sql>, now: Date): Promise<CarrierOrderRow[]> {
  const { rows } = await sql<CarrierOrderRow>`
    update carrier_orders set next_check_at = ${now}::timestamptz + ${LEASE}
    where id in (select id from carrier_orders where ${condition} for update skip locked)
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db);
  return rows;
}

type CarrierOrderChanges = Partial<
  Pick<CarrierOrderRow, "status" | "carrier_ref" | "tracking_number"> & {
    errors: readonly CarrierError[];
    next_check_at: Date | null;
  }
>;

/**
 * Updates an order that still has a status.
 * @returns false if its status has changed, for example because it is to be canceled
 */
export async function updateCarrierOrder(
  db: Db,
  { id, status }: Pick<CarrierOrderRow, "id" | "status">,
  { errors, ...changes }: CarrierOrderChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("carrier_orders")
    .set({ ...changes, ...(errors === undefined ? {} : { errors: JSON.stringify(errors) }) })
    .where("id", "=", id)
    .where("status", "=", status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the identifier that the carrier gave an order, whatever was requested meanwhile. */
export async function updateCarrierRef(db: Db, id: number, carrierRef: string): Promise<void> {
  await db.updateTable("carrier_orders").set({ carrier_ref: carrierRef }).where("id", "=", id).execute();
}

/** Gives a shipment the identifier of the carrier's order and, if it did not leave, its tracking number. */
export async function updateShipmentOfCarrier(
  db: Tx,
  shipmentId: number,
  { carrierRef, trackingNumber }: { carrierRef: string; trackingNumber: string },
): Promise<void> {
  await sql`
    update shipments set carrier_ref = ${carrierRef},
      tracking_number = case when status = 'packed' then ${trackingNumber} else tracking_number end
    where id = ${shipmentId}`.execute(db);
}

/** An event that a carrier reported. */
export type CarrierEvent = Readonly<{
  code: string;
  at: Date;
  place: string;
  /** The last day of storage at a pickup point, such as `2026-12-11`; null if the carrier names none. */
  storage_until: string | null;
}>;

/** Stores the events of a shipment that are not stored yet, and the last day of storage if the carrier has changed it. */
export async function insertCarrierEvents(db: Tx, shipmentId: number, events: readonly CarrierEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto("shipment_events")
    .values(events.map((event) => ({ ...event, shipment_id: shipmentId, source: "carrier" })))
    .onConflict((on) =>
      on
        .columns(["shipment_id", "code", "at"])
        .doUpdateSet((eb) => ({ storage_until: eb.ref("excluded.storage_until") }))
        .where("excluded.storage_until", "is not", null)
        .where("shipment_events.source", "=", "carrier"),
    )
    .execute();
}

/** What of a shipment is sent to the carrier. Prices are minor units of the order's currency. */
export type CarrierShipment = {
  order_id: number;
  method: string;
  weight_g: number;
  address: AddressSnapshot;
  pickup_point: { code: string; type: string } | null;
  currency: string;
  minor_digits: number;
  /** What customs asks of the recipient, encrypted, and the order with which it was given; null if it was not given. */
  encrypted_identity: Buffer | null;
  identity_order_id: number | null;
  items: CarrierItem[];
};
export type CarrierItem = {
  reference: string;
  name_ru: string;
  customs_name_en: string;
  brand: string;
  origin_country: string;
  quantity: number;
  price_minor: number;
  /** The exchange rate stored with its order. */
  rub_per_unit: string;
  weight_g: number;
  net_weight_g: number | null;
};

/** Returns a shipment that was weighed with what its carrier needs; undefined if there is none. */
export async function findCarrierShipment(db: Db, shipmentId: number): Promise<CarrierShipment | undefined> {
  const { rows } = await sql<CarrierShipment>`
    select s.order_id, m.code as method, s.weight_g, o.address, o.pickup_point, o.currency, c.minor_digits,
      identity.encrypted as encrypted_identity, identity.order_id as identity_order_id, array(
        select jsonb_build_object('reference', l.reference, 'name_ru', p.name_ru, 'customs_name_en', p.customs_name_en,
          'brand', b.name, 'origin_country', p.origin_country, 'quantity', i.quantity, 'price_minor', l.price_minor,
          'rub_per_unit', (select one.rub_per_unit::text from orders one where one.id = i.order_id),
          'weight_g', l.weight_g, 'net_weight_g', p.net_weight_g)
        from shipment_items i join order_lines l on l.order_id = i.order_id and l.line = i.order_line
        join products p on p.id = l.product_id join brands b on b.id = p.brand_id
        where i.shipment_id = s.id order by i.line
      ) as items
    from shipments s join orders o on o.id = s.order_id join shipping_methods m on m.id = s.method_id
    join currencies c on c.code = o.currency
    left join lateral (select i.order_id, i.encrypted from recipient_identities i
      where i.order_id = any(${parcelOrderIds(sql`o.id`)}) order by i.order_id = o.id desc limit 1) identity on true
    where s.id = ${shipmentId} and s.weight_g is not null`.execute(db);
  return rows[0];
}

/** Returns the identifiers of the orders of shipments that have a number, by shipment, in the sequence of the ids. */
export async function listCarrierRefs(db: Db, shipmentIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ shipment_id: number; carrier_ref: string }>`
    select shipment_id, carrier_ref from carrier_orders where shipment_id = any(${shipmentIds}) and status = 'created'
    order by array_position(${shipmentIds}::bigint[], shipment_id)`.execute(db);
  return new Map(rows.map((row) => [row.shipment_id, row.carrier_ref]));
}

/** Returns the code of the shipping method of a shipment. */
export async function findShippingMethod(db: Db, shipmentId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("shipments as s")
    .innerJoin("shipping_methods as m", "m.id", "s.method_id")
    .select("m.code")
    .where("s.id", "=", shipmentId)
    .executeTakeFirst();
  return row?.code;
}

/** Converts an order at the carrier to the response of the API. */
export function serializeCarrierOrder({ reference, status, tracking_number, errors }: CarrierOrderRow): CarrierOrder {
  return { reference, status, tracking_number, errors };
}
