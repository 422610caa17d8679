import { sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { isOffered } from "../../catalog/products/stock.ts";

/** An item of a delivered order that is still sold. */
export type RefillRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  qty: number;
  net_amount: number;
  net_unit: string;
  /** Slugs of its category and those above it, the closest one first. */
  categories: string[];
  delivered_at: Date;
  is_reminded: boolean;
  image: MediaRow | null;
};

/** Returns whether a customer has an order. */
export async function isOrderOfCustomer(db: Db, customerId: number, orderId: number): Promise<boolean> {
  const query = db.selectFrom("orders").select("id").where("id", "=", orderId).where("customer_id", "=", customerId);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Lists the items of a delivered order of a customer that they may need again: not gifts, returned ones, or those that
 * they have ordered again since.
 */
export async function listRefillRows(db: Db, customerId: number, orderId: number): Promise<RefillRow[]> {
  const { rows } = await sql<RefillRow>`
    select l.product_id, l.option_id, min(l.name) as name, min(l.option_name) as option_name, sum(l.qty)::int as qty,
      coalesce(v.net_amount, p.net_amount)::float8 as net_amount, p.net_unit,
      (select array_agg(c.slug order by array_position(p.category_path, c.id) desc)
        from categories c where c.id = any(p.category_path)) as categories,
      h.delivered_at,
      exists (select from product_alerts a where a.customer_id = o.customer_id and a.product_id = l.product_id
        and a.option_id = l.option_id and a.kind = 'refill' and a.sent_at is null) as is_reminded,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images i join media m on m.id = i.media_id where i.product_id = l.product_id
        order by (i.option_id = l.option_id) desc nulls last, i.position limit 1) as image
    from orders o
      join order_lines l on l.order_id = o.id
      join products p on p.id = l.product_id
      join product_variants v on (v.product_id, v.option_id) = (l.product_id, l.option_id)
      cross join lateral (select max(created_at) as delivered_at from order_history
        where order_id = o.id and status = 'delivered') h
    where o.id = ${orderId} and o.customer_id = ${customerId} and o.status = 'delivered'
      and l.removed_by_edit is null and not l.is_gift and p.status = 'active' and ${isOffered("v")} and p.net_unit is not null
      and coalesce(v.net_amount, p.net_amount) is not null and h.delivered_at is not null
      and not exists (select from return_lines rl join returns r on r.id = rl.return_id
        where rl.order_id = l.order_id and rl.order_line = l.line and r.status <> 'rejected')
      and not exists (select from order_lines later join orders again on again.id = later.order_id
        where again.customer_id = o.customer_id and again.placed_at > o.placed_at and later.product_id = l.product_id
          and later.option_id = l.option_id and again.status in ('paid', 'packing', 'shipped', 'delivered'))
    group by o.customer_id, l.product_id, l.option_id, p.category_path, p.net_unit, p.net_amount, v.net_amount, h.delivered_at
    order by min(l.line)`.execute(db);
  return rows;
}
