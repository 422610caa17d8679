import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { OrderSource } from "../orders/schema.ts";

/** How an order of a customer may be edited by them. */
export type CustomerOrderRow = {
  source: OrderSource;
  /** How often they have edited it. */
  edits: number;
  /** The edit that awaits its payment; null if there is none. */
  open_edit: {
    id: number;
    payment_id: string;
    difference_minor: number;
    expires_at: string;
    by_customer: boolean;
  } | null;
  /** The last change that was applied, by the customer or by staff; null if there is none. */
  last_edit: { difference_minor: number; ended_at: string } | null;
};

/** Finds an order of a customer; undefined also if it is another customer's. */
export async function findCustomerOrder(
  db: Db,
  customerId: number,
  orderId: number,
): Promise<CustomerOrderRow | undefined> {
  const { rows } = await sql<CustomerOrderRow>`
    select o.source,
      (select count(*)::int from order_edits e where e.order_id = o.id and e.by_customer) as edits,
      (select jsonb_build_object('id', e.id, 'payment_id', e.payment_id, 'difference_minor', e.difference_minor,
        'expires_at', e.expires_at, 'by_customer', e.by_customer)
        from order_edits e where e.order_id = o.id and e.status = 'awaiting_payment') as open_edit,
      (select jsonb_build_object('difference_minor', e.difference_minor, 'ended_at', e.ended_at)
        from order_edits e where e.order_id = o.id and e.status = 'applied' order by e.id desc limit 1) as last_edit
    from orders o where o.id = ${orderId} and o.customer_id = ${customerId}`.execute(db);
  return rows[0];
}
