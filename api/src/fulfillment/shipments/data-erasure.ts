import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/**
 * Removes what leads to a customer's parcels: their tracking numbers, their orders at the carrier and the places that
 * they passed, and the codes by which they were handed out. What was sent when stays. See docs/domain/privacy.md.
 */
export async function anonymizeShipments(db: Tx, customerId: number): Promise<void> {
  const shipmentIds = sql`(select s.id from shipments s join orders o on o.id = s.order_id
    where o.customer_id = ${customerId})`;
  await sql`delete from carrier_orders where shipment_id in ${shipmentIds}`.execute(db);
  await sql`update shipment_events set place = '', pickup_code = null where shipment_id in ${shipmentIds}`.execute(db);
  await sql`update shipments set tracking_number = null, carrier_ref = null where id in ${shipmentIds}`.execute(db);
}
