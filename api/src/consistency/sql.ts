import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { disableStatementTimeout } from "../platform/db/statement-timeout.ts";

/** What does not agree, with the two numbers: pieces, points, or minor units of the currency of the order. */
export type Finding = Readonly<{ subject: string; expected: number; actual: number }>;

/** Finds what does not agree, as `subject`, `expected` and `actual`. */
type Check = RawBuilder<Finding>;

/** An email is sent within seconds; a gift card within minutes. */
const LATE = sql`now() - interval '1 hour'`;

/** The checks by name. Each finds nothing in a store whose data agree. */
export const checks = {
  stock_ledger: sql<Finding>`
    select 'product ' || v.product_id || ', option ' || v.option_id as subject,
      coalesce(m.quantity, 0) as expected, v.stock as actual
    from product_variants v
    left join (
      select product_id, option_id, sum(quantity) as quantity from stock_movements group by product_id, option_id
    ) m using (product_id, option_id)
    where v.stock <> coalesce(m.quantity, 0)`,
  product_stock: sql<Finding>`
    select 'product ' || p.id as subject, coalesce(v.stock, 0) as expected, p.stock as actual
    from products p
    left join (
      select product_id, sum(stock) as stock from product_variants where withdrawn_at is null group by product_id
    ) v on v.product_id = p.id
    where p.stock <> coalesce(v.stock, 0)`,
  // A canceled order has given its goods back. An edit that waits for its payment has reserved more than the order has.
  // Orders from before the ledger have taken nothing in it; a refunded one may have been canceled or returned. Options
  // that are deleted get nothing back.
  order_stock: sql<Finding>`
    select 'order ' || o.id || ', product ' || v.product_id || ', option ' || v.option_id as subject, expected, actual
    from (
      select order_id, product_id, option_id, sum(expected) as expected, sum(actual) as actual
      from (
        select l.order_id, l.product_id, l.option_id, l.restocked_qty - l.qty as expected, 0 as actual
        from order_lines l join orders o on o.id = l.order_id
        where l.removed_by_edit is null and o.status <> 'cancelled'
        union all
        select e.order_id, (c->>'product_id')::integer, (c->>'option_id')::integer,
          least(0, sum((c->>'qty_before')::integer - (c->>'qty')::integer)), 0
        from order_edits e cross join jsonb_array_elements(e.changes->'lines') c
        where e.status = 'awaiting_payment' group by 1, 2, 3
        union all
        select order_id, product_id, option_id, 0, quantity from stock_movements where order_id is not null
      ) parts group by 1, 2, 3
    ) i
    join orders o on o.id = i.order_id
    join product_variants v using (product_id, option_id)
    where expected <> actual and o.status <> 'refunded'
      and (o.placed_at >= (select min(at) from stock_movements)
        or exists (select from stock_movements m where m.order_id = o.id and m.kind = 'order'))`,
  order_lines: sql<Finding>`
    select 'order ' || o.id as subject, coalesce(l.total, 0) as expected, o.products_minor as actual
    from orders o
    left join (
      select order_id, sum(total_minor) as total from order_lines where removed_by_edit is null group by order_id
    ) l on l.order_id = o.id
    where o.products_minor <> coalesce(l.total, 0)`,
  order_status: sql<Finding>`
    select 'order ' || o.id || ' is ' || o.status || ', last in its history: ' || coalesce(h.status, 'nothing') as subject,
      1 as expected, 0 as actual
    from orders o
    left join lateral (select status from order_history where order_id = o.id order by id desc limit 1) h on true
    where h.status is distinct from o.status`,
  payments: sql<Finding>`
    select 'order ' || o.id as subject, o.total_minor as expected, coalesce(p.paid, 0) as actual
    from orders o
    left join (
      select order_id, sum(amount_minor) as paid from payments where status = 'success' group by order_id
    ) p on p.order_id = o.id
    where (o.paid_at is not null and coalesce(p.paid, 0) < o.total_minor)
      or (o.status = 'awaiting_payment' and coalesce(p.paid, 0) > 0)`,
  // An order that was canceled before its payment arrived is refunded without a time of payment.
  payment_times: sql<Finding>`
    select 'order ' || o.id || ' is ' || o.status as subject, 1 as expected, 0 as actual
    from orders o
    where o.paid_at is null and (o.status not in ('awaiting_payment', 'cancelled', 'refunded')
      or exists (select from order_history h where h.order_id = o.id and h.status = 'paid'))`,
  // A payment that was made twice is charged once for each attempt.
  refunds: sql<Finding>`
    select 'payment ' || p.id as subject, p.amount_minor as expected, r.refunded as actual
    from payments p
    join (
      select payment_id, sum(amount_minor) as refunded from refunds where status <> 'failed'
      group by payment_id, attempt_id
    ) r on r.payment_id = p.id
    where r.refunded > p.amount_minor`,
  // Money that came too late is on a payment without success. A second charge of a payment that succeeds with another
  // attempt is on a failed attempt: neither it nor its refund is counted.
  kept_money: sql<Finding>`
    select 'order ' || o.id || ', ' || o.status as subject, owed as expected, k.kept as actual
    from orders o
    join (
      select p.order_id, sum(p.amount_minor - coalesce(r.refunded, 0)) as kept
      from payments p
      left join (
        select r.payment_id, sum(r.amount_minor) as refunded
        from refunds r join payment_attempts a on a.id = r.attempt_id
        where r.status <> 'failed' and a.status = 'succeeded' group by r.payment_id
      ) r on r.payment_id = p.id
      where p.status = 'success'
        or exists (select from payment_attempts a where a.payment_id = p.id and a.status = 'succeeded')
      group by p.order_id
    ) k on k.order_id = o.id
    cross join lateral (
      select case when o.status in ('cancelled', 'refunded') then 0 else o.total_minor end as owed
    ) e
    where o.status <> 'awaiting_payment' and k.kept > owed`,
  // A canceled or refunded order has given back what it spent. Points and gift cards are in rubles: in other currencies
  // the amounts are rounded, and those of a gift card also to whole rubles.
  spent_balances: sql<Finding>`
    select 'order ' || o.id || ', ' || s.what as subject, s.expected, s.actual
    from orders o
    left join (
      select order_id, coalesce(-sum(delta) filter (where kind = 'spent'), 0) as spent, -sum(delta) as left
      from loyalty_entries where kind in ('spent', 'returned') and order_id is not null group by order_id
    ) l on l.order_id = o.id
    left join (
      select order_id, coalesce(-sum(delta_minor) filter (where delta_minor < 0), 0) as spent, -sum(delta_minor) as left
      from gift_card_entries group by order_id
    ) g on g.order_id = o.id
    cross join lateral (values
      ('points', o.loyalty_minor, coalesce(l.spent * 100, 0), 0),
      ('gift card', o.gift_card_minor, coalesce(g.spent, 0), 99),
      ('points not returned', 0, case when o.status in ('cancelled', 'refunded') then coalesce(l.left, 0) else 0 end, 0),
      ('gift card not returned', 0, case when o.status in ('cancelled', 'refunded') then coalesce(g.left, 0) else 0 end, 0)
    ) s(what, expected, actual, tolerance)
    where (s.expected = 0) <> (s.actual = 0)
      or (o.currency = 'RUB' and abs(s.expected - s.actual) > s.tolerance)`,
  // Kopecks. Points are whole, and a gift card in another currency is rounded to whole rubles.
  refunds_without_money: sql<Finding>`
    select 'order ' || r.order_id as subject, r.value as expected, returned as actual
    from (
      select p.order_id, round(sum(r.value_minor) * o.rub_per_unit * 100 / 10 ^ c.minor_digits) as value,
        ceil(o.rub_per_unit * 100 / 10 ^ c.minor_digits) as step
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
        join currencies c on c.code = o.currency
      where r.value_minor > 0 group by p.order_id, o.rub_per_unit, c.minor_digits
    ) r
    cross join lateral (
      select (select coalesce(sum(delta), 0) * 100 from loyalty_entries where order_id = r.order_id and kind = 'returned')
        + (select coalesce(sum(delta_minor), 0) from gift_card_entries where order_id = r.order_id and delta_minor > 0)
        as returned
    ) b
    where returned < r.value - r.step - 200`,
  points: sql<Finding>`
    select 'customer ' || a.customer_id as subject, coalesce(e.delta, 0) as expected, a.balance as actual
    from loyalty_accounts a
    left join (select customer_id, sum(delta) as delta from loyalty_entries group by customer_id) e using (customer_id)
    where a.balance <> coalesce(e.delta, 0)`,
  gift_cards: sql<Finding>`
    select 'gift card ' || g.id as subject, g.amount_minor - g.voided_minor + coalesce(e.delta, 0) as expected,
      g.balance_minor as actual
    from gift_cards g
    left join (
      select gift_card_id, sum(delta_minor) as delta from gift_card_entries group by gift_card_id
    ) e on e.gift_card_id = g.id
    where g.balance_minor <> g.amount_minor - g.voided_minor + coalesce(e.delta, 0)`,
  purchased_gift_cards: sql<Finding>`
    select 'order ' || g.order_id || ', gift card ' || g.line as subject, 1 as expected, 0 as actual
    from order_gift_cards g join orders o on o.id = g.order_id
    where g.gift_card_id is null and o.paid_at < ${LATE} and o.status not in ('cancelled', 'refunded')`,
  // The number of uses may have been set by hand, to end a promo code.
  promo_codes: sql<Finding>`
    select 'promo code ' || p.code as subject, u.uses as expected, p.uses as actual
    from promo_codes p
    join (select promo_code_id, count(*) as uses from promo_code_uses group by promo_code_id) u on u.promo_code_id = p.id
    where p.uses < u.uses`,
  ratings: sql<Finding>`
    select 'product ' || p.id || ', ' || v.what as subject, v.expected, v.actual
    from products p
    left join (
      select product_id, count(*) as count, sum(rating) as rating from reviews where status = 'published'
      group by product_id
    ) r on r.product_id = p.id
    cross join lateral (values
      ('number of reviews', coalesce(r.count, 0), p.reviews_count),
      ('sum of stars', coalesce(r.rating, 0), p.rating_sum)) v(what, expected, actual)
    where v.expected <> v.actual`,
  product_listing: sql<Finding>`
    select 'product ' || coalesce(p.id, l.product_id) as subject, (p.id is not null)::integer as expected, 0 as actual
    from (select p.*, t.names from products p left join product_terms t on t.product_id = p.id where p.status = 'active') p
    full join (select l.*, g.hazard, g.hs_code, g.weight_g, g.size_mm
      from product_listing l join product_goods g on g.id = l.goods_id) l on l.product_id = p.id
    where (select status from product_listing_state) = 'filled'
      and (p.id, p.category_id, p.brand_id, p.series_id, p.hazard, p.hs_code, p.weight_g, p.size_mm, p.price_minor,
          p.old_price_minor, p.sale_ends_at, p.published_at, p.units_sold, p.rating_sum, p.reviews_count, p.discount_percent,
          p.stock > 0, p.concern_ids, p.tag_ids, p.names)
        is distinct from (l.product_id, l.category_id, l.brand_id, l.series_id, l.hazard, l.hs_code, l.weight_g, l.size_mm,
          l.price_minor, l.old_price_minor, l.sale_ends_at, l.published_at, l.units_sold, l.rating_sum, l.reviews_count,
          l.discount_percent, l.is_in_stock, l.concern_ids, l.tag_ids, l.names)`,
  emails: sql<Finding>`
    select 'email ' || e.id || ', ' || e.template as subject, 1 as expected, 0 as actual
    from emails e where e.sent_at is null and e.queued_at < ${LATE}`,
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

/**
 * Runs a check in a transaction whose statements see the same snapshot.
 * @param limit how many findings are returned at most
 * @returns the findings, and how many there are
 */
export async function runCheck(
  tx: Tx,
  name: CheckName,
  limit: number,
): Promise<{ count: number; findings: Finding[] }> {
  const { rows } = await sql<Finding & { count: number }>`
    select f.subject, f.expected::float8 as expected, f.actual::float8 as actual, count(*) over () as count
    from (${checks[name]}) f order by f.subject limit ${limit}`.execute(tx);
  return {
    count: rows[0]?.count ?? 0,
    findings: rows.map(({ subject, expected, actual }) => ({ subject, expected, actual })),
  };
}

/** Runs `work` in a read-only transaction with one snapshot, without a limit on the time of statements. */
export async function withSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await disableStatementTimeout(tx);
      return work(tx);
    });
}
