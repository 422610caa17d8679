import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { DAY_MS } from "../products/product.ts";
import { staffEmails } from "../staff/colleagues.ts";
import { CLOSED_COUNT_NAME, seedClosedStockCount, seedStockCountLines } from "./seed-stock-counts.ts";
import { seedOpenPurchaseOrders, seedReceivedLines, seedSuppliers } from "./seed-purchase-orders.ts";

/** How many days ago the ledger begins, and the orders from the suppliers arrived. */
const OPENING_DAYS = 400;
const RECEIPT_DAYS = 100;

/**
 * Writes the movements of the year that have led to the stock of the variants: the opening stock, the orders with their
 * cancellations and returns, the orders from the suppliers, and a count where the numbers would not have been enough.
 * Triggers wrote movements for the rows of the demo data as if all of them had happened now: they are replaced.
 */
export async function seedStockMovements(db: Tx, now: Date): Promise<void> {
  const getDaysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const receivedAt = getDaysAgo(RECEIPT_DAYS);
  await seedSuppliers(db, { now, receivedAt });
  await seedOpenPurchaseOrders(db, now);
  await seedClosedStockCount(db, now);
  await sql`truncate stock_movements restart identity`.execute(db);
  await insertStockMovements(db, { now, openedAt: getDaysAgo(OPENING_DAYS), receivedAt });
  await seedReceivedLines(db, now);
  await seedStockCountLines(db, now);
}

/** What has arrived today of orders from suppliers, as events. */
const selectArrivals = (now: Date) => sql`
  select product_id, option_id, ${now}::timestamptz, 'receipt', received, null, '', ${staffEmails.packer}
  from purchase_order_lines where received > 0`;

/** What the edits of orders have reserved that wait for their payment. */
const selectReserved = sql`
  select (c->>'product_id')::integer, (c->>'option_id')::integer, e.created_at, 'order',
    (c->>'qty_before')::integer - (c->>'qty')::integer, e.order_id, '', null
  from order_edits e cross join jsonb_array_elements(e.changes->'lines') c where e.status = 'awaiting_payment'`;

/** The order from a supplier of the movement m: one that has arrived in part today, or that has filled the shelves. */
const findPurchaseOrder = (now: Date) => sql`case m.kind when 'receipt' then coalesce(
  (select l.purchase_order_id from purchase_order_lines l
    where m.at = ${now} and l.received > 0 and (l.product_id, l.option_id) = (m.product_id, m.option_id)),
  (select o.id from purchase_orders o join products p on p.id = m.product_id
    where o.status = 'received' and o.supplier_id = p.brand_id % (select count(*) from suppliers) + 1)) end`;

type Times = Readonly<{ now: Date; openedAt: Date; receivedAt: Date }>;

async function insertStockMovements(db: Tx, { now, openedAt, receivedAt }: Times): Promise<void> {
  await sql`
    with lines as (
      select l.product_id, l.option_id, o.id as order_id, o.status, o.placed_at, sum(l.qty)::integer as quantity
      from order_lines l join orders o on o.id = l.order_id
      where l.removed_by_edit is null group by 1, 2, 3, 4, 5
    ), events as (
      select product_id, option_id, placed_at as at, 'order' as kind, -quantity as quantity, order_id, '' as reason,
        null::text as email
      from lines
      union all
      select product_id, option_id, coalesce((select min(h.created_at) from order_history h
          where h.order_id = lines.order_id and h.status in ('cancelled', 'refunded')), placed_at), 'release', quantity,
        order_id, '', null from lines where status in ('cancelled', 'refunded')
      union all
      select l.product_id, l.option_id, r.received_at, 'return', t.restocked_quantity, r.order_id, '', ${staffEmails.manager}
      from returns r join return_lines t on t.return_id = r.id
        join order_lines l on l.order_id = r.order_id and l.line = t.order_line
      where t.restocked_quantity > 0 and r.received_at is not null
      union all ${selectReserved} union all ${selectArrivals(now)}
    ), known as (
      select e.* from events e join product_variants v using (product_id, option_id)
    ), totals as (
      select *, at < ${receivedAt} as is_early,
        sum(quantity) over (partition by product_id, option_id order by at, order_id, kind) as total
      from known
    ), needs as (
      -- The stock that is needed before the delivery, what the early and all movements add up to, and the lowest point of
      -- the late ones.
      select v.product_id, v.option_id, v.stock, greatest(0, -coalesce(min(t.total) filter (where is_early), 0)) as opening,
        coalesce(sum(t.quantity) filter (where is_early), 0) as early, coalesce(sum(t.quantity), 0) as net,
        coalesce(min(t.total) filter (where not is_early), 0) as lowest
      from product_variants v left join totals t using (product_id, option_id) group by 1, 2, 3
    ), supplies as (
      select *, stock - opening - net as delivery,
        greatest(0, -(stock - net + least(lowest, early, net))) as missing
      from needs
    ), movements as (
      select product_id, option_id, at, kind, quantity, order_id, reason, email, 1 as place from known
      union all
      select product_id, option_id, ${openedAt}, 'opening', opening, null, '', null, 0 from supplies
      union all
      select product_id, option_id, ${receivedAt}, case when delivery + missing > 0 then 'receipt' else 'write_off' end,
        delivery + missing, null, case when delivery + missing > 0 then '' else 'Истёк срок годности' end,
        ${staffEmails.packer}, 0
      from supplies
      union all
      select product_id, option_id, ${now}, 'count', -missing, null, ${CLOSED_COUNT_NAME}, ${staffEmails.packer}, 2 from supplies
    ), ordered as (
      select m.*, sum(quantity) over (partition by product_id, option_id order by at, place, order_id, kind) as stock_after
      from movements m where quantity <> 0
    )
    insert into stock_movements (at, product_id, option_id, kind, quantity, stock_after, order_id, purchase_order_id,
      stock_count_id, reason, actor_kind, actor_id, actor_label)
    select m.at, m.product_id, m.option_id, m.kind, m.quantity, m.stock_after, m.order_id,
      ${findPurchaseOrder(now)}, case m.kind when 'count' then (select id from stock_counts) end, m.reason,
      case when s.id is null then 'store' else 'staff' end, s.id, coalesce(s.email, '')
    from ordered m left join staff s on s.email = m.email
    order by m.at, m.place, m.order_id, m.kind, m.product_id, m.option_id`.execute(db);
}
