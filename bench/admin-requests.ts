import { sql } from "kysely";
import type { Db } from "../api/src/platform/db/database.ts";
import { disableStatementTimeout } from "../api/src/platform/db/statement-timeout.ts";

/**
 * Inserts returns, reviews and questions of a store that has orders and products, of which the newest wait for staff.
 * Triggers are disabled.
 */
export async function fillCustomerRequests(
  db: Db,
  { returns, reviews, questions, now }: Readonly<{ returns: number; reviews: number; questions: number; now: Date }>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into returns (order_id, kind, status, reason, requested_at, approved_at, received_at, closed_at, outcome)
      select id, 'return', case when n <= 20 then 'requested' when n <= 40 then 'approved' else 'resolved' end,
        'changed_mind', placed_at + interval '20 days', case when n > 20 then placed_at + interval '21 days' end,
        case when n > 40 then placed_at + interval '30 days' end, case when n > 40 then placed_at + interval '31 days' end,
        case when n > 40 then 'refund' end
      from (select id, placed_at, row_number() over (order by id) as n from orders where status = 'delivered') o
      where n <= ${returns}`.execute(tx);
    await sql`insert into return_lines (return_id, order_id, order_line, quantity, received_quantity, condition, restocked_quantity)
      select id, order_id, 1, 1, case when status = 'resolved' then 1 end, case when status = 'resolved' then 'unopened' end,
        case when status = 'resolved' then 1 end from returns`.execute(tx);
    await sql`insert into reviews (product_id, customer_id, author_name, locale, rating, text, status, created_at, published_at)
      select p.id, c.id, 'Name', 'ru-RU', 1 + n % 5, 'Crème ' || n, case when n <= 100 then 'pending' else 'published' end,
        placed_at, case when n > 100 then placed_at end
      from (select id, row_number() over (order by id) as n from customers) c
        join (select id, row_number() over (order by id) as n from products) p using (n),
        lateral (select ${now}::timestamptz - make_interval(mins => n::integer * 5) as placed_at)
      where n <= ${reviews}`.execute(tx);
    await sql`insert into questions (product_id, customer_id, author_name, locale, text, is_public, answer, status, created_at, published_at)
      select p.id, c.id, 'Name', 'ru-RU', 'Does it suit dry skin, number ' || n || '?', true,
        case when n > 50 then 'Yes.' else '' end, case when n <= 50 then 'pending' else 'published' end,
        placed_at, case when n > 50 then placed_at end
      from (select id, row_number() over (order by id) as n from customers) c
        join (select id, row_number() over (order by id) as n from products) p using (n),
        lateral (select ${now}::timestamptz - make_interval(mins => n::integer * 7) as placed_at)
      where n <= ${questions}`.execute(tx);
  });
  await sql`analyze returns, return_lines, reviews, questions`.execute(db);
}
