import { type RawBuilder, sql } from "kysely";
import { calculateParcelWeight } from "../../customs/duty.ts";
import type { MediaRow } from "../../content/images.ts";
import type { AddressSnapshot } from "../../orders/order-address.ts";
import { mainOrderId, parcelOrderIds, parcelOrders } from "../../orders/parcel/parcel-orders.ts";
import type { OrderStatus } from "../../orders/schema.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { CarrierOrder } from "../carrier-orders/admin-schema.ts";
import { carrierOrderColumn, methodCodeColumn } from "../carrier-orders/sql.ts";
import type { ShipmentStatus } from "./admin-schema.ts";
import type { ScannableItem } from "./schema.ts";

export type LockedShipment = {
  id: number;
  order_id: number;
  status: ShipmentStatus;
  expected_weight_g: number;
  weight_g: number | null;
  tracking_number: string | null;
};

const lockedColumns = ["id", "order_id", "status", "expected_weight_g", "weight_g", "tracking_number"] as const;

/** Locks a shipment until the end of the transaction; undefined if there is none. */
export async function lockShipment(db: Tx, id: number): Promise<LockedShipment | undefined> {
  const row = await db
    .selectFrom("shipments")
    .select(lockedColumns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row as LockedShipment | undefined;
}

/** Locks the shipments of an order, and of those that are sent with it, that are not canceled, by number. */
export async function lockOrderShipments(db: Tx, orderId: number): Promise<LockedShipment[]> {
  const rows = await db
    .selectFrom("shipments")
    .select(lockedColumns)
    .where("order_id", "=", mainOrderId(orderId))
    .where("status", "<>", "canceled")
    .orderBy("number")
    .forUpdate()
    .execute();
  return rows as LockedShipment[];
}

/** Returns the order of a shipment, which has to be locked before the shipment; undefined if there is none. */
export async function findOrderId(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("shipments").select("order_id").where("id", "=", id).executeTakeFirst();
  return row?.order_id;
}

/**
 * Returns the weight of the packaging of the parcel of an order in grams: what an order weighs besides its lines; for
 * orders that are sent together, the carton for the goods of all.
 */
async function getPackagingWeight(db: Db, orderId: number): Promise<number> {
  const { rows } = await sql<{ orders: number; weight_g: number; goods_weight_g: number }>`
    select count(*) as orders, sum(o.weight_g)::integer as weight_g, sum((select sum(l.qty * l.weight_g) from order_lines l
      where l.order_id = o.id and l.removed_by_edit is null))::integer as goods_weight_g
    from orders o where o.id = any(${parcelOrderIds(orderId)})`.execute(db);
  const [parcel] = rows;
  if (!parcel) return 0;
  const { goods_weight_g: goodsWeightG } = parcel;
  const weightG = parcel.orders > 1 ? calculateParcelWeight(goodsWeightG) : parcel.weight_g;
  return Math.max(0, weightG - goodsWeightG);
}

/**
 * Inserts a shipment with all pieces of an order, and of those that are sent with it, that are in no other shipment. The
 * orders must be locked.
 * @returns its id; undefined if there are no such pieces
 */
export async function insertShipment(db: Tx, orderId: number, now: Date): Promise<number | undefined> {
  const packagingWeightG = await getPackagingWeight(db, orderId);
  const { rows } = await sql<{ id: number }>`
    with remaining as (
      select l.order_id, l.line as order_line, p.line_offset + l.line as line, l.weight_g,
        l.qty - coalesce((select sum(i.quantity) from shipment_items i
          join shipments s on s.id = i.shipment_id and s.status <> 'canceled'
          where i.order_id = l.order_id and i.order_line = l.line), 0) as quantity
      from ${parcelOrders(orderId)} p join order_lines l on l.order_id = p.id and l.removed_by_edit is null
    ), shipment as (
      insert into shipments (order_id, number, status, method_id, expected_weight_g, created_at)
      select o.id, 1 + (select count(*) from shipments s where s.order_id = o.id), 'open', o.shipping_method_id,
        greatest(1, ${packagingWeightG} + (select sum(quantity * weight_g) from remaining)), ${now}
      from orders o where o.id = ${mainOrderId(orderId)} and exists (select from remaining where quantity > 0)
      returning id
    ), items as (
      insert into shipment_items (shipment_id, line, order_id, order_line, quantity)
      select s.id, r.line, r.order_id, r.order_line, r.quantity from shipment s, remaining r where r.quantity > 0
    )
    select id from shipment`.execute(db);
  return rows[0]?.id;
}

/** Removes pieces from an open shipment, so that `insertShipment` can put them into another one. */
export async function removeItems(
  db: Tx,
  { id: shipmentId, order_id: orderId }: Pick<LockedShipment, "id" | "order_id">,
  items: readonly { line: number; quantity: number }[],
): Promise<void> {
  const packagingWeightG = await getPackagingWeight(db, orderId);
  const moved = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) m (line smallint, quantity integer)`;
  const isMoved = sql`i.shipment_id = ${shipmentId} and i.line = m.line`;
  await sql`delete from shipment_items i using ${moved} where ${isMoved} and i.quantity = m.quantity`.execute(db);
  await sql`update shipment_items i set quantity = i.quantity - m.quantity from ${moved}
    where ${isMoved} and i.quantity > m.quantity`.execute(db);
  await sql`
    update shipments s set expected_weight_g = greatest(1, ${packagingWeightG} + (select sum(i.quantity * l.weight_g)
      from shipment_items i join order_lines l on l.order_id = i.order_id and l.line = i.order_line
      where i.shipment_id = s.id))
    where s.id = ${shipmentId}`.execute(db);
}

/** Lists the items of a shipment with the pieces that are packed, by line. */
export async function listScannableItems(db: Db, shipmentId: number): Promise<ScannableItem[]> {
  const { rows } = await sql<ScannableItem>`
    select i.line, l.option_id, p.barcode, l.reference, i.quantity, ${packedPieces} as packed
    from shipment_items i join order_lines l on l.order_id = i.order_id and l.line = i.order_line
    join products p on p.id = l.product_id
    where i.shipment_id = ${shipmentId} order by i.line`.execute(db);
  return rows;
}

/** The number of packed pieces of an item, `i`. */
const packedPieces = sql`(select count(*)::integer from shipment_scans c
  where c.shipment_id = i.shipment_id and c.order_line = i.line and c.undone_at is null)`;

export type ScanRow = { shipment_id: number; order_line: number; undone_at: Date | null };

/** Returns a scan by the id that the device has made, or undefined. */
export async function findScan(db: Db, scanId: string): Promise<ScanRow | undefined> {
  return db
    .selectFrom("shipment_scans")
    .select(["shipment_id", "order_line", "undone_at"])
    .where("scan_id", "=", scanId)
    .executeTakeFirst();
}

/** Inserts a scan. */
export async function insertScan(
  db: Tx,
  scan: {
    scan_id: string;
    shipment_id: number;
    order_line: number;
    code: string | null;
    at: Date;
    staff_id: number | null;
  },
): Promise<void> {
  await db.insertInto("shipment_scans").values(scan).execute();
}

/** Marks a scan as undone. */
export async function updateScanUndone(db: Tx, scanId: string, now: Date): Promise<void> {
  await db.updateTable("shipment_scans").set({ undone_at: now }).where("scan_id", "=", scanId).execute();
}

type ShipmentChanges = {
  status?: ShipmentStatus;
  tracking_number?: string;
  weight_g?: number | null;
  weight_reason?: string;
  packed_by?: number | null;
  packed_at?: Date | null;
  shipped_at?: Date;
};

/** Updates a shipment. */
export async function updateShipment(db: Tx, id: number, changes: ShipmentChanges): Promise<void> {
  await db.updateTable("shipments").set(changes).where("id", "=", id).execute();
}

/**
 * Changes the status of the shipments of an order, and of those that are sent with it, that have one of the given
 * statuses.
 * @returns their ids
 */
export async function updateShipmentStatuses(
  db: Tx,
  orderId: number,
  from: readonly ShipmentStatus[],
  to: ShipmentStatus,
): Promise<number[]> {
  const rows = await db
    .updateTable("shipments")
    .set({ status: to })
    .where("order_id", "=", mainOrderId(orderId))
    .where("status", "in", from)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Finds another shipment with a tracking number. Postal numbers may be given again after twelve months (UPU S10), so that
 * earlier shipments do not count. Transactions that use the same number run one after the other.
 * @returns its order
 */
export async function findShipmentByNumber(
  db: Tx,
  trackingNumber: string,
  { exceptId, now }: { exceptId: number; now: Date },
): Promise<{ order_id: number } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracking ${trackingNumber}`}, 0))`.execute(db);
  const { rows } = await sql<{ order_id: number }>`
    select order_id from shipments
    where tracking_number = ${trackingNumber} and id <> ${exceptId} and status <> 'canceled'
      and coalesce(shipped_at, ${now}) > ${now}::timestamptz - interval '12 months' limit 1`.execute(db);
  return rows[0];
}

/** Records what the store has done with shipments. */
export async function insertStoreEvents(
  db: Tx,
  shipmentIds: readonly number[],
  code: "packed" | "shipped" | "delivered" | "returned",
  at: Date,
): Promise<void> {
  if (shipmentIds.length === 0) return;
  await db
    .insertInto("shipment_events")
    .values(shipmentIds.map((shipment_id) => ({ shipment_id, code, at, source: "store" })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Returns whether pieces of an order, or of those that are sent with it, are in no shipment. */
export async function hasRemainingPieces(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (select sum(qty) from order_lines
        where order_id = any(${parcelOrderIds(orderId)}) and removed_by_edit is null) >
      coalesce((select sum(i.quantity) from shipment_items i join shipments s on s.id = i.shipment_id
        where i.order_id = any(${parcelOrderIds(orderId)}) and s.status <> 'canceled'), 0) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Returns the tracking number of an order, or null. */
export async function getOrderTracking(db: Db, orderId: number): Promise<string | null> {
  const row = await db.selectFrom("orders").select("tracking_number").where("id", "=", orderId).executeTakeFirst();
  return row?.tracking_number ?? null;
}

/** A shipment as the packing station shows it; the times of scans are ISO 8601. */
export type ShipmentRow = {
  id: number;
  order_id: number;
  number: number;
  status: ShipmentStatus;
  order_status: OrderStatus;
  address: AddressSnapshot;
  shipping_name: string;
  comment: string;
  expected_weight_g: number;
  weight_g: number | null;
  weight_reason: string;
  packed_at: Date | null;
  packed_by: string | null;
  shipped_at: Date | null;
  tracking_number: string | null;
  carrier_order: CarrierOrder | null;
  method_code: string;
  /** The other orders whose goods are in it. */
  joined_orders: number[];
  items: ShipmentItemRow[];
  scans: { scan_id: string; line: number; at: string }[];
};
type ShipmentItemRow = {
  line: number;
  order_id: number;
  product_id: number;
  option_id: number;
  reference: string;
  barcode: string | null;
  name_ru: string;
  name_en: string;
  option_ru: string;
  option_en: string;
  image: MediaRow | null;
  is_gift: boolean;
  weight_g: number;
  quantity: number;
  packed: number;
};

/** The picture of an order line, `l`: of its option if there is one. */
const lineImage = sql`(select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
  from product_images pi join media m on m.id = pi.media_id where pi.product_id = l.product_id
  order by (pi.option_id = l.option_id) desc nulls last, pi.position limit 1)`;

/** A product whose code was scanned, although the shipment does not need it. */
type ScannedProductRow = {
  product_id: number;
  reference: string;
  barcode: string | null;
  name_ru: string;
  name_en: string;
  image: MediaRow | null;
};

/** Returns the product with a barcode or reference, or null. */
export async function findProductByCode(db: Db, code: string): Promise<ScannedProductRow | null> {
  const { rows } = await sql<ScannedProductRow>`
    select p.id as product_id, p.reference, p.barcode, p.name_ru, p.name_en,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images pi join media m on m.id = pi.media_id where pi.product_id = p.id
        order by pi.position limit 1) as image
    from products p where p.barcode = ${code} or normalize_product_code(p.reference) = normalize_product_code(${code})
    order by (p.barcode = ${code}) desc nulls last limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The other orders whose goods are in a shipment, `s`, by number. */
export const joinedOrders = sql<number[]>`array(select distinct i.order_id from shipment_items i
  where i.shipment_id = s.id and i.order_id <> s.order_id order by i.order_id)`;

/** What the customer wrote about the orders in a shipment, `s`. */
const comments = sql<string>`(select coalesce(string_agg(one.comment, E'\n' order by one.id = s.order_id desc, one.id), '')
  from orders one where one.comment <> ''
    and one.id in (select s.order_id union select i.order_id from shipment_items i where i.shipment_id = s.id))`;

/** Lists shipments with their items and scans: `condition` is about shipments `s` and orders `o`. */
function listShipmentRows(condition: RawBuilder<unknown>): RawBuilder<ShipmentRow> {
  return sql<ShipmentRow>`
    select s.id, s.order_id, s.number, s.status, o.status as order_status, o.address, o.shipping_name,
      ${comments} as comment, ${joinedOrders} as joined_orders,
      s.expected_weight_g, s.weight_g, s.weight_reason, s.packed_at, packer.name as packed_by, s.shipped_at,
      s.tracking_number, ${carrierOrderColumn} as carrier_order, ${methodCodeColumn} as method_code,
      (select jsonb_agg(jsonb_build_object('line', i.line, 'order_id', i.order_id, 'product_id', l.product_id, 'option_id', l.option_id,
          'reference', l.reference, 'barcode', p.barcode, 'name_ru', p.name_ru, 'name_en', p.name_en,
          'option_ru', coalesce(v.name_ru, ''), 'option_en', coalesce(v.name_en, ''), 'image', ${lineImage},
          'is_gift', l.is_gift, 'weight_g', l.weight_g, 'quantity', i.quantity, 'packed', ${packedPieces})
          order by i.line)
        from shipment_items i join order_lines l on l.order_id = i.order_id and l.line = i.order_line
        join products p on p.id = l.product_id
        left join product_variants v on v.product_id = l.product_id and v.option_id = l.option_id
        where i.shipment_id = s.id) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('scan_id', c.scan_id, 'line', c.order_line, 'at', c.at)
          order by c.at desc, c.scan_id), '[]')
        from shipment_scans c where c.shipment_id = s.id and c.undone_at is null) as scans
    from shipments s join orders o on o.id = s.order_id left join staff packer on packer.id = s.packed_by
    where ${condition} order by s.number`;
}

/** Returns a shipment with its items, or undefined. */
export async function findShipment(db: Db, id: number): Promise<ShipmentRow | undefined> {
  const { rows } = await listShipmentRows(sql`s.id = ${id}`).execute(db);
  return rows[0];
}

/** Lists the shipments of an order, and of those that are sent with it, that are not canceled, by number. */
export async function listOrderShipments(db: Db, orderId: number): Promise<ShipmentRow[]> {
  const { rows } = await listShipmentRows(sql`s.order_id = ${mainOrderId(orderId)} and s.status <> 'canceled'`).execute(
    db,
  );
  return rows;
}
