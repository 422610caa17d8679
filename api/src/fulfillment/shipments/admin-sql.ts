import { sql } from "kysely";
import type { CustomsStatus, OrderStatus } from "../../orders/schema.ts";
import type { Db } from "../../platform/db/database.ts";
import type { CarrierOrder } from "../carrier-orders/admin-schema.ts";
import { mainOrderId, otherParcelOrderIds } from "../../orders/parcel/parcel-orders.ts";
import { carrierOrderColumn, methodCodeColumn } from "../carrier-orders/sql.ts";
import type { OrderShipments, ShipmentStatus } from "./admin-schema.ts";
import { joinedOrders } from "./sql.ts";

/** An order at the packing station. */
export type PackingOrderRow = {
  id: number;
  /** The other orders that are sent with it. */
  joined_orders: number[];
  status: OrderStatus;
  country: string | null;
  shipping_name: string;
  method_code: string;
  comment: string;
  customs_status: CustomsStatus | null;
  assignee: { id: number; name: string } | null;
};

/** Returns an order with goods and the member of staff who works on it, or undefined. */
export async function findPackingOrder(db: Db, id: number, now: Date): Promise<PackingOrderRow | undefined> {
  const { rows } = await sql<PackingOrderRow>`
    select o.id, ${otherParcelOrderIds(sql`o.id`)} as joined_orders, o.status, o.address ->> 'country' as country,
      o.shipping_name, o.comment, c.status as customs_status, m.code as method_code,
      (select jsonb_build_object('id', s.id, 'name', s.name) from order_assignments a join staff s on s.id = a.staff_id
        where a.order_id = o.id and a.expires_at > ${now}) as assignee
    from orders o join shipping_methods m on m.id = o.shipping_method_id left join customs_checks c on c.order_id = o.id
    where o.id = ${id} and o.products_minor > 0`.execute(db);
  return rows[0];
}

/** A place in the list of shipments: when it was packed, in microseconds, and its id. */
export type ShipmentCursor = Readonly<{ micros: number; id: number }>;

export type ListedShipmentRow = {
  id: number;
  order_id: number;
  joined_orders: number[];
  number: number;
  shipments: number;
  status: ShipmentStatus;
  country: string;
  shipping_name: string;
  pieces: number;
  weight_g: number | null;
  packed_at: Date | null;
  packed_micros: number;
  packed_by: string | null;
  tracking_number: string | null;
  carrier_order: CarrierOrder | null;
  method_code: string;
  /** The shipments with this status on all pages. */
  total: number;
};

/**
 * Lists the shipments with a status in the order in which they were packed; those that were not packed come last.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listShipments(
  db: Db,
  { status, after, limit }: { status: ShipmentStatus; after: ShipmentCursor | undefined; limit: number },
): Promise<ListedShipmentRow[]> {
  const place = sql`(coalesce(s.packed_at, s.created_at), s.id)`;
  const isAfter = after
    ? sql`${place} > (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    : sql`true`;
  const { rows } = await sql<ListedShipmentRow>`
    select s.id, s.order_id, ${joinedOrders} as joined_orders, s.number, s.status, o.address ->> 'country' as country, o.shipping_name, s.weight_g,
      s.packed_at, (extract(epoch from coalesce(s.packed_at, s.created_at)) * 1000000)::bigint as packed_micros,
      packer.name as packed_by, s.tracking_number, ${carrierOrderColumn} as carrier_order,
      ${methodCodeColumn} as method_code,
      (select count(*) from shipments one where one.order_id = s.order_id and one.status <> 'canceled') as shipments,
      (select sum(i.quantity)::integer from shipment_items i where i.shipment_id = s.id) as pieces,
      (select count(*) from shipments one where one.status = ${status}) as total
    from shipments s join orders o on o.id = s.order_id left join staff packer on packer.id = s.packed_by
    where s.status = ${status} and ${isAfter}
    order by coalesce(s.packed_at, s.created_at), s.id limit ${limit + 1}`.execute(db);
  return rows;
}

/** Counts the shipments with a status. */
export async function countShipments(db: Db, status: ShipmentStatus): Promise<number> {
  const { count } = await db
    .selectFrom("shipments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  return count;
}

/** The shipments of an order; times are ISO 8601. */
export type OrderShipmentsRow = {
  shipments: (Omit<OrderShipments["shipments"][number], "tracking" | "cdek_registration"> & {
    tracking_number: string | null;
    method_code: string;
  })[];
};

/** Returns the shipments of an order, and of those that are sent with it, also those that were canceled; undefined if there is no such order. */
export async function findOrderShipments(db: Db, orderId: number): Promise<OrderShipmentsRow | undefined> {
  const { rows } = await sql<OrderShipmentsRow>`
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'status', s.status,
          'tracking_number', s.tracking_number, 'expected_weight_g', s.expected_weight_g, 'weight_g', s.weight_g,
          'weight_reason', s.weight_reason, 'packed_at', s.packed_at, 'packed_by', packer.name,
          'shipped_at', s.shipped_at, 'carrier_order', ${carrierOrderColumn}, 'method_code', ${methodCodeColumn},
          'joined_orders', to_jsonb(${joinedOrders}),
          'items', coalesce((select jsonb_agg(jsonb_build_object('order_id', i.order_id, 'line', i.order_line,
              'quantity', i.quantity,
              'packed', (select count(*) from shipment_scans scan where scan.shipment_id = i.shipment_id
                and scan.order_line = i.line and scan.undone_at is null)) order by i.line)
            from shipment_items i where i.shipment_id = s.id), '[]'),
          'events', coalesce((select jsonb_agg(jsonb_build_object('code', e.code, 'at', e.at, 'place', e.place,
              'source', e.source) order by e.at desc, e.code)
            from shipment_events e where e.shipment_id = s.id), '[]')) order by s.number)
        from shipments s left join staff packer on packer.id = s.packed_by
        where s.order_id = ${mainOrderId(sql`o.id`)}), '[]') as shipments
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0];
}
