import { sql } from "kysely";
import { CDEK_METHOD } from "../../api/src/fulfillment/carrier-orders/schema.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";

/** Why CDEK refused an order: with the fields that staff correct (`fulfillment/carrier-orders/cdek-order.ts`). */
const refusal = [
  {
    code: "v2_field_is_empty",
    message: "[recipient.phones[0].number] не соответствует формату номера телефона",
    field: "phone",
  },
  { code: "v2_delivery_point_closed", message: "[delivery_point] пункт выдачи временно закрыт", field: "pickup_point" },
];

/**
 * Registers the shipments with CDEK that are packed or have left. Of those that are still in the store, CDEK has
 * refused the newest, and the one before waits for a colleague. Nothing is requested from CDEK: the demonstration has no
 * contract.
 */
export async function seedCarrierOrders(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into carrier_orders (shipment_id, reference, status, carrier_ref, tracking_number, errors, requested_at)
    select id, concat_ws('-', order_id, number), case when is_refused then 'refused' else 'created' end,
      case when not is_refused then md5('cdek ' || id)::uuid::text end,
      case when not is_refused then coalesce(tracking_number, (1200000000 + id)::text) end,
      case when is_refused then ${JSON.stringify(refusal)}::jsonb else '[]' end, packed_at + interval '10 minutes'
    from (
      select s.*, s.status = 'packed' and position = 1 as is_refused, s.status = 'packed' and position = 2 as is_waiting
      from (
        select *, row_number() over (partition by status order by packed_at desc, id) as position
        from shipments where method_id = (select id from shipping_methods where code = ${CDEK_METHOD})
      ) s where s.packed_at < ${now}
    ) packed where not is_waiting order by packed_at, id`.execute(db);
  await sql`
    update shipments s set carrier_ref = c.carrier_ref, tracking_number = c.tracking_number
    from carrier_orders c where c.shipment_id = s.id and c.status = 'created'`.execute(db);
}
