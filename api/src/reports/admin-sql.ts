import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

/** A period of at most a day. */
export type Period = Readonly<{ start: Date; end: Date }>;

/** The sales of a period; amounts in rubles. `hours` has the orders by hour after the start. */
export type SalesRow = {
  orders: number;
  revenue: number;
  refunds: number;
  refunded: number;
  hours: Record<string, number>;
};

/** Sums the sales of periods, in their order: one statement. */
export async function sumSales(db: Db, periods: readonly Period[]): Promise<SalesRow[]> {
  const rows = periods.map(
    ({ start, end }, position) => sql`(${position}::integer, ${start}::timestamptz, ${end}::timestamptz)`,
  );
  const { rows: sales } = await sql<SalesRow>`
    select coalesce(sum(paid.orders), 0)::integer as orders, coalesce(sum(paid.revenue), 0)::float8 as revenue,
      coalesce(jsonb_object_agg(paid.hour, paid.orders) filter (where paid.hour is not null), '{}') as hours,
      refunded.refunds, refunded.refunded
    from (values ${sql.join(rows)}) period (position, starts_at, ends_at)
    left join lateral (
      -- The expression of the index orders_due.
      select floor(extract(epoch from o.paid_at - period.starts_at) / 3600)::integer as hour, count(*) as orders,
        sum(o.total_minor * o.rub_per_unit / 10 ^ m.minor_digits) as revenue
      from orders o join currencies m on m.code = o.currency
      where coalesce(o.paid_at, 'infinity'::timestamptz) >= period.starts_at
        and coalesce(o.paid_at, 'infinity'::timestamptz) < period.ends_at
      group by 1
    ) paid on true
    cross join lateral (
      select count(*)::integer as refunds,
        coalesce(sum(r.amount_minor * o.rub_per_unit / 10 ^ m.minor_digits), 0)::float8 as refunded
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
        join currencies m on m.code = o.currency
      -- Revenue is money; what points and gift cards got back was in no total.
      -- An edit has lowered the total of the order; money that came twice or too late is in no total.
      where r.status = 'succeeded' and r.amount_minor > 0 and r.ended_at >= period.starts_at and r.ended_at < period.ends_at
        and o.paid_at is not null and r.reason not in ('paid_twice', 'order_edited')
    ) refunded
    group by period.position, refunded.refunds, refunded.refunded order by period.position`.execute(db);
  return sales;
}
