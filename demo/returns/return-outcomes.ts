import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { createGatewayId } from "../codes.ts";

type ReturnedPiece = { id: number; line: number; at: Date };

/** Creates the order that replaces one piece of another order at no charge. @returns its number */
export async function createExchangedOrder(db: Tx, { id, line, at }: ReturnedPiece): Promise<number> {
  // The mirrored number is free: both would have to be drawn for two orders.
  const { rows } = await sql<{ id: number }>`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, discount_minor,
      delivery_minor, total_minor, products_rub_minor, payment_method, address, shipping_method_id, shipping_name,
      pickup_point, weight_g, placed_at, pay_until, paid_at, replaces_order_id)
    select 1099999999 - o.id, o.customer_id, 'paid', o.locale, o.currency, o.rub_per_unit, l.price_minor, l.price_minor,
      0, 0, round(l.price_minor * o.rub_per_unit), o.payment_method, o.address, o.shipping_method_id, o.shipping_name,
      o.pickup_point, l.weight_g + 150, ${at}, ${at}, ${at}, o.id
    from orders o join order_lines l on l.order_id = o.id and l.line = ${line} where o.id = ${id}
    returning id`.execute(db);
  const replacementId = rows[0]?.id ?? 0;
  await sql`
    insert into order_lines (order_id, line, product_id, option_id, reference, name, option_name, qty, price_minor,
      total_minor, discount_minor, is_gift, weight_g)
    select ${replacementId}, 1, product_id, option_id, reference, name, option_name, 1, price_minor, price_minor,
      price_minor, false, weight_g
    from order_lines where order_id = ${id} and line = ${line}`.execute(db);
  await sql`
    insert into order_history (id, order_id, status, created_at) overriding system value
    select (select max(id) from order_history) + position, ${replacementId}, status, ${at}
    from unnest(array['awaiting_payment', 'paid']) with ordinality history(status, position)`.execute(db);
  return replacementId;
}

/** Refunds one piece of an order, and links the refund to its return. */
export async function refundLine(
  db: Tx,
  { returnId, id, line, at }: ReturnedPiece & { returnId: number },
): Promise<void> {
  await sql`
    with refund as (
      insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, provider_ref, created_at, ended_at)
      select 'refund-return-' || ${returnId}::text, p.id, a.id, l.price_minor, 'succeeded', 'goods_returned',
        ${createGatewayId(`refund of return ${returnId}`)}, ${at}, ${at}
      from payments p join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
      join order_lines l on l.order_id = p.order_id and l.line = ${line} where p.order_id = ${id}
      returning id, amount_minor
    ), refunded as (
      insert into refund_lines (refund_id, order_id, line, quantity, amount_minor)
      select id, ${id}, ${line}, 1, amount_minor from refund
    )
    insert into return_refunds (refund_id, return_id) select id, ${returnId} from refund`.execute(db);
}
