import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** An order with what was refunded of it. Amounts in minor units of its currency. */
export type RefundableOrderRow = {
  id: number;
  status: string;
  currency: string;
  minor_digits: number;
  rub_per_unit: string;
  locale: "ru-RU" | "en-US";
  payment_method: string;
  total_minor: number;
  delivery_minor: number;
  purchased_gift_cards_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  /** The number of points that the order spent. */
  points: number;
  /** The last characters of the code of the gift card that paid; null without one. */
  gift_card_ending: string | null;
  /** Refunds that did not fail, without those of money that was paid twice and of the difference of an edit. */
  refunded_minor: number;
  /** The part of `refunded_minor` whose refunds name pieces or delivery. */
  refunded_parts_minor: number;
  /** What was paid for bought gift cards that were voided. */
  voided_gift_cards_minor: number;
  refunded_delivery_minor: number;
  lines: {
    line: number;
    product_id: number;
    option_id: number;
    name: string;
    option_name: string;
    quantity: number;
    /** After the promo code discount. */
    total_minor: number;
    refunded_quantity: number;
    restocked_quantity: number;
  }[];
};

/** Finds an order with what was refunded of it. A refund that failed does not count, but its goods were restocked. */
export async function findRefundableOrder(db: Db, orderId: number): Promise<RefundableOrderRow | undefined> {
  const { rows } = await sql<RefundableOrderRow>`
    with order_refunds as (
      select r.* from refunds r join payments p on p.id = r.payment_id where p.order_id = ${orderId}
    )
    select o.id, o.status, o.currency, c.minor_digits, o.rub_per_unit::text as rub_per_unit, o.locale,
      o.payment_method, o.total_minor, o.delivery_minor, o.purchased_gift_cards_minor, o.loyalty_minor,
      o.gift_card_minor,
      (select coalesce(-sum(e.delta), 0)::bigint from loyalty_entries e
        where e.order_id = o.id and e.kind = 'spent') as points,
      (select right(g.code, 4) from gift_card_entries e join gift_cards g on g.id = e.gift_card_id
        where e.order_id = o.id and e.delta_minor < 0 order by e.id limit 1) as gift_card_ending,
      (select coalesce(sum(r.amount_minor), 0)::bigint from order_refunds r
        where r.status <> 'failed' and r.reason not in ('paid_twice', 'order_edited')) as refunded_minor,
      (select coalesce(sum(r.amount_minor), 0)::bigint from order_refunds r
        where r.status <> 'failed' and (r.delivery_minor > 0
          or exists (select from refund_lines l where l.refund_id = r.id))) as refunded_parts_minor,
      (select coalesce(sum(b.price_minor * g.voided_minor / g.amount_minor), 0)::bigint
        from order_gift_cards b join gift_cards g on g.id = b.gift_card_id
        where b.order_id = o.id) as voided_gift_cards_minor,
      (select coalesce(sum(r.delivery_minor), 0)::bigint from order_refunds r
        where r.status <> 'failed') as refunded_delivery_minor,
      coalesce((select jsonb_agg(jsonb_build_object('line', l.line, 'product_id', l.product_id,
          'option_id', l.option_id, 'name', l.name, 'option_name', l.option_name, 'quantity', l.qty,
          'total_minor', l.total_minor - l.discount_minor,
          'refunded_quantity', coalesce(refunded.quantity, 0),
          'restocked_quantity', l.restocked_qty) order by l.line)
        from order_lines l left join lateral (
          select sum(rl.quantity) filter (where r.status <> 'failed') as quantity
          from refund_lines rl join refunds r on r.id = rl.refund_id
          where rl.order_id = l.order_id and rl.line = l.line
        ) refunded on true
        where l.order_id = o.id and l.removed_by_edit is null), '[]') as lines
    from orders o join currencies c on c.code = o.currency
    where o.id = ${orderId}`.execute(db);
  return rows[0];
}
