import { sql } from "kysely";
import type { Db } from "../src/platform/db/database.ts";
import { disableStatementTimeout } from "../src/platform/db/statement-timeout.ts";

/**
 * Inserts orders of two lines, five minutes apart, of which the newest are still being handled. The order numbers begin
 * after 100,000,000; the store needs at least 20 products. Triggers are disabled. For tests of query plans and for
 * benchmarks, not for tests of business rules.
 * @param options.now the moment at which the newest order is placed
 */
export async function fillOrderYear(
  db: Db,
  { orders, customers, now }: Readonly<{ orders: number; customers: number; now: Date }>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into customers (email, password_hash, name, surname, phone, locale)
      select 'customer-' || n || '@example.com', '', 'Name', 'Surname ' || n, '+7900' || lpad(n::text, 7, '0'), 'ru-RU'
      from generate_series(1, ${customers}::integer) n`.execute(tx);
    await sql`insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor,
        total_minor, products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g,
        tracking_number, placed_at, pay_until, paid_at, shipped_at, promised_from, promised_until)
      select 100000000 + n, (select min(id) from customers) + n % ${customers}::integer,
        case when n <= 200 then 'awaiting_payment' when n <= 500 then 'paid' when n <= 600 then 'packing'
          when n <= 4000 then 'shipped'
          when n % 500 = 0 and n <= 20000 then 'returned' when n % 50 = 2 then 'cancelled' when n % 50 = 0 then 'refunded' else 'delivered' end,
        'ru-RU', 'RUB', 1, 100000, 0, 100000, 100000,
        jsonb_build_object('first_name', 'Name', 'last_name', 'Surname ' || n, 'city', 'Kazan', 'address', 'ul. Pushkina 12',
          'country', case when n % 1000 = 0 then 'DE' when n % 10 = 0 then 'KZ' else 'RU' end, 'country_name_ru', '',
          'country_name_en', '', 'phone_mobile', '+7900' || lpad(n::text, 7, '0'), 'postcode', '420015'),
        case when n % 200 = 0 then 6 when n % 4 = 0 then 2 else 1 end, 'Method', 'card', 350,
        case when n > 600 then 'T' || n end, placed_at, placed_at + interval '1 hour',
        case when n > 200 and n % 50 <> 2 then placed_at end, case when n > 600 then placed_at + interval '2 days' end,
        case when n > 200 and n % 50 <> 2 and n % 7 <> 0 then (placed_at + interval '10 days')::date end,
        case when n > 200 and n % 50 <> 2 and n % 7 <> 0 then (placed_at + interval '12 days')::date end
      from generate_series(1, ${orders}::integer) n,
        lateral (select ${now}::timestamptz - make_interval(mins => n * 5) as placed_at)`.execute(tx);
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g)
      select o.id, line, (select min(id) from products) + (case when o.id % 100 = 0 then 0 else 1 + (o.id + line) % 19 end),
        0, 'REF', 'Product', 1, 50000, 50000, 100
      from orders o, generate_series(1, 2) line`.execute(tx);
    await sql`insert into customs_checks (order_id, status, problems, form, needs_export_declaration, checked_at)
      select o.id, c.status, case when c.status = 'complete' then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
          'product_id', l.product_id, 'code', case c.status when 'missing' then 'hs_code_missing' else 'not_carried' end)) end,
        'CN22', false, o.paid_at
      from orders o join order_lines l on l.order_id = o.id and l.line = 1,
        lateral (select case when o.status in ('paid', 'packing') and o.id % 20 = 0 then 'missing'
          when o.status in ('paid', 'packing') and o.id % 100 = 1 then 'blocked' else 'complete' end as status) c
      where o.paid_at is not null`.execute(tx);
    await sql`insert into order_history (order_id, status, created_at) select id, status, placed_at from orders`.execute(
      tx,
    );
    await sql`insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at, paid_at)
      select 'payment-of-the-order-' || id, id, 'sandbox', 'card', 100000, 'RUB',
        case when paid_at is null then 'cancelled' else 'success' end, pay_until, paid_at
      from orders`.execute(tx);
    await sql`insert into payment_attempts (id, payment_id, status)
      select 'attempt-' || id, id, case when paid_at is null then 'failed' else 'succeeded' end from payments`.execute(
      tx,
    );
    await sql`insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, created_at, ended_at)
      select 'refund-' || n, p.id, 'attempt-' || p.id, 1000, case when n % 50 = 0 and n < 2000 then 'failed' else 'succeeded' end,
        'damaged', p.paid_at, p.paid_at
      from (select *, row_number() over (order by paid_at desc, order_id desc) as n from payments where paid_at is not null) p
      where n % 25 = 0`.execute(tx);
  });
  await db.connection().execute(async (connection) => {
    // A busy machine needs longer than a statement may take.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze customers, orders, order_lines, customs_checks, order_history, payments,
      payment_attempts, refunds, products`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}
