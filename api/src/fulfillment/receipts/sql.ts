import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A payment or refund of an order that has succeeded; a refund is negative. Amounts in minor units of the order. */
export type Transfer = Readonly<{ at: string; amount_minor: number }>;

/** Finds the customer of an order and the transfers of its money, oldest first; undefined if there is no such order. */
export async function findTransfers(
  db: Db,
  orderId: number,
): Promise<{ customer_id: number; transfers: Transfer[] } | undefined> {
  const { rows } = await sql<{ customer_id: number; transfers: Transfer[] }>`
    select o.customer_id, coalesce((
      select jsonb_agg(jsonb_build_object('at', t.at, 'amount_minor', t.amount_minor) order by t.at)
      from (
        select coalesce(a.ended_at, a.created_at) as at, p.amount_minor from payments p
        join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded' where p.order_id = o.id
        union all
        select coalesce(r.ended_at, r.created_at), -r.amount_minor from payments p
        join refunds r on r.payment_id = p.id and r.status = 'succeeded' and r.amount_minor > 0 where p.order_id = o.id
      ) t), '[]') as transfers
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0];
}
