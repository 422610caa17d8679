import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { createGatewayId } from "../codes.ts";
import { HOUR_MS } from "../products/product.ts";
import type { SeedContext } from "../seed-context.ts";

/** Hours since the refunds were requested. */
const REQUESTED_HOURS = [4, 21];

/** Writes refunds of a tenth of an order that the bank has not confirmed yet, for orders that were delivered last. */
export async function seedPendingRefunds(db: Tx, { testCustomer, now }: SeedContext): Promise<void> {
  const { rows: attempts } = await sql<{ id: string; payment_id: string; amount_minor: number }>`
    select a.id, a.payment_id, round(p.amount_minor / 1000) * 100 as amount_minor
    from orders o join payments p on p.order_id = o.id and p.purpose = 'order'
    join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
    where o.status = 'delivered' and o.customer_id <> ${testCustomer.id} and o.currency = 'RUB'
      and o.delivered_at < ${now}::timestamptz - interval '1 day'
      and not exists (select from refunds r where r.payment_id = p.id)
      and not exists (select from returns r where r.order_id = o.id)
    order by o.delivered_at desc, o.id limit ${REQUESTED_HOURS.length}`.execute(db);
  for (const [index, { id, payment_id, amount_minor }] of attempts.entries())
    await db
      .insertInto("refunds")
      .values({
        ...{ id: `refund-pending-${index + 1}`, payment_id, attempt_id: id, amount_minor, status: "pending" },
        ...{ reason: "damaged", comment: "Помялась коробка, договорились о скидке." },
        provider_ref: createGatewayId(`pending refund ${index}`),
        created_at: new Date(now.getTime() - (REQUESTED_HOURS[index] ?? 0) * HOUR_MS),
      })
      .execute();
}
