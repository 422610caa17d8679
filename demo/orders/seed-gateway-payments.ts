import { sql } from "kysely";
import { SANDBOX_SHOP_ID } from "../../api/src/payments/providers/sandbox.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";

/**
 * Adds the payments of all orders and their refunds to the sandbox gateway, as if they had been made there with the test
 * card: without them, it would refuse every further refund. A bank takes three days for a refund that is pending.
 */
export async function seedGatewayPayments(db: Tx): Promise<void> {
  await sql`
    insert into sandbox_gateway.payments (id, shop_id, amount_minor, currency, status, metadata, brand, first6, last4,
      expiry_month, expiry_year, behavior, locale, refund_requested_minor, refunded_minor, created_at, decide_at,
      ended_at)
    select a.provider_ref::uuid, ${SANDBOX_SHOP_ID}, p.amount_minor, p.currency, 'succeeded',
      jsonb_build_object('attempt_id', a.id, 'payment_id', p.id, 'order_id', p.order_id::text), 'visa', '424242', '4242',
      12, extract(year from a.created_at) + 3, 'succeeds', replace(o.locale, '-', '_'), refunded.requested_minor,
      refunded.minor,
      a.created_at, a.ended_at, a.ended_at
    from payment_attempts a join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
    cross join lateral (
      select coalesce(sum(r.amount_minor), 0) as requested_minor,
        coalesce(sum(r.amount_minor) filter (where r.status = 'succeeded'), 0) as minor
      from refunds r where r.attempt_id = a.id and r.status <> 'failed'
    ) refunded
    where a.status = 'succeeded' and p.provider = 'sandbox'`.execute(db);
  await sql`
    insert into sandbox_gateway.refunds (id, payment_id, amount_minor, status, metadata, created_at, decide_at, ended_at)
    select r.provider_ref::uuid, a.provider_ref::uuid, r.amount_minor, r.status, jsonb_build_object('refund_id', r.id),
      r.created_at, coalesce(r.ended_at, r.created_at + interval '3 days'), r.ended_at
    from refunds r join payment_attempts a on a.id = r.attempt_id join payments p on p.id = a.payment_id
    where r.status <> 'failed' and p.provider = 'sandbox'`.execute(db);
}
