import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";

/** The orders in packing that were paid last: their shipments are half packed. */
const OPEN_SHIPMENTS = 2;

/**
 * Writes the shipments of the orders that are packed or have left, with their scans, weights and tracking events. Every
 * fiftieth one weighs more than expected, for a reason.
 */
export async function seedShipments(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into shipments (order_id, number, status, method_id, tracking_number, expected_weight_g, weight_g,
      weight_reason, created_at, packed_at, shipped_at)
    select o.id, 1, s.status, o.shipping_method_id, o.tracking_number, o.weight_g,
      case when s.status <> 'open' then round(o.weight_g * (1 + s.deviation))::integer end,
      case when s.deviation > 0.05 then 'Двойная упаковка' else '' end, s.packing_at,
      case when s.status <> 'open' then s.packing_at + interval '20 minutes' end, s.shipped_at
    from (
      select o.id, h.packing_at, h.shipped_at,
        case when o.status = 'packing' and row_number() over (partition by o.status order by o.paid_at desc, o.id)
          <= ${OPEN_SHIPMENTS} then 'open' when o.status = 'packing' then 'packed' else o.status end as status,
        case when o.id % 50 = 0 then 0.08 else (o.id % 7 - 3) / 100.0 end as deviation
      from orders o join lateral (
        select min(created_at) filter (where status = 'packing') as packing_at,
          min(created_at) filter (where status = 'shipped') as shipped_at
        from order_history where order_id = o.id
      ) h on true
      where o.products_minor > 0 and o.status in ('packing', 'shipped', 'delivered', 'returned')
    ) s join orders o on o.id = s.id
    where s.packing_at is not null and (o.status = 'packing') = (s.shipped_at is null)`.execute(db);
  await sql`
    insert into shipment_items (shipment_id, order_id, order_line, quantity)
    select s.id, s.order_id, l.line, l.qty from shipments s join order_lines l on l.order_id = s.order_id
    where l.removed_by_edit is null`.execute(db);
  await seedScans(db);
  await seedEvents(db, now);
}

/** Writes a scan of every packed piece; of a shipment that is half packed those of the first half. */
async function seedScans(db: Tx): Promise<void> {
  await sql`
    insert into shipment_scans (scan_id, shipment_id, order_line, code, at)
    select md5(concat_ws(' ', id, line, piece))::uuid, id, line, barcode, created_at + number * interval '4 seconds'
    from (
      select s.id, s.status, s.created_at, i.order_line as line, piece, p.barcode,
        row_number() over (partition by s.id order by i.order_line, piece) as number,
        count(*) over (partition by s.id) as pieces
      from shipments s join shipment_items i on i.shipment_id = s.id
      join order_lines l on l.order_id = i.order_id and l.line = i.order_line join products p on p.id = l.product_id
      cross join generate_series(1, i.quantity) piece
    ) pieces where status <> 'open' or number <= pieces / 2`.execute(db);
}

/** Writes what the store and the carrier have recorded about shipments until now. */
async function seedEvents(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into shipment_events (shipment_id, code, at, place, source)
    select s.id, e.code, e.at, e.place, e.source
    from shipments s join orders o on o.id = s.order_id cross join lateral (values
      ('packed', s.packed_at, '', 'store'),
      ('shipped', s.shipped_at, '', 'store'),
      ('accepted', case when o.pickup_point is null then s.shipped_at + interval '5 hours' end, 'Osaka', 'carrier'),
      ('departed', case when o.pickup_point is null then s.shipped_at + interval '2 days' end, 'Kawasaki', 'carrier'),
      ('arrived', case when o.pickup_point is null then s.shipped_at + interval '5 days' end,
        case o.locale when 'ru-RU' then o.address ->> 'country_name_ru'
        else o.address ->> 'country_name_en' end, 'carrier'),
      ('RECEIVED_AT_SHIPMENT_WAREHOUSE', case when o.pickup_point is not null then s.shipped_at + interval '6 hours' end,
        'Osaka', 'carrier'),
      ('SHIPPED_TO_DESTINATION', case when o.pickup_point is not null then s.shipped_at + interval '2 days' end,
        'Osaka', 'carrier'),
      ('IN_CUSTOMS_INTERNATIONAL', case when o.pickup_point is not null then s.shipped_at + interval '6 days' end,
        case o.locale when 'ru-RU' then o.address ->> 'country_name_ru'
        else o.address ->> 'country_name_en' end, 'carrier'),
      ('ACCEPTED_AT_PICK_UP_POINT', case when o.pickup_point is not null then s.shipped_at + interval '11 days' end,
        o.pickup_point ->> 'city', 'carrier'),
      (case when o.pickup_point is null then 'delivered' else 'DELIVERED' end, o.delivered_at, o.address ->> 'city',
        'carrier'),
      ('returned', (select min(h.created_at) from order_history h where h.order_id = o.id and h.status = 'returned'),
        'Osaka', 'store')
    ) e (code, at, place, source)
    where e.at <= ${now} and (e.source = 'store' or e.at <= coalesce(o.delivered_at, ${now}))`.execute(db);
}
