import { sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { isOffered } from "../../catalog/products/stock.ts";

/** Sales of how many days the suggestions are based on. */
const SALES_DAYS = 90;

export type SuggestionRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  image: MediaRow | null;
  available: number;
  incoming: number;
  sold: number;
  days_left: number;
  lead_days: number;
  quantity: number;
  waiting_customers: number;
  supplier_id: number | null;
  supplier_name: string | null;
  total: number;
};

type Options = Readonly<{
  supplierId: number | null;
  limit: number;
  coverDays: number;
  defaultLeadDays: number;
  locale: Locale;
  now: Date;
}>;

/**
 * Lists the variants of active products that will be sold out before an order that is placed now would be used up: the
 * sales of the lead time and the days to cover exceed what is available and expected. The soonest sold out come first.
 */
export async function listSuggestions(
  db: Db,
  { supplierId, limit, coverDays, defaultLeadDays, locale, now }: Options,
): Promise<SuggestionRow[]> {
  const name = locale === "ru-RU" ? sql`name_ru` : sql`name_en`;
  const { rows } = await sql<SuggestionRow>`
    with sales as (
      select product_id, option_id, -sum(quantity)::integer as sold from stock_movements
      where kind in ('order', 'release') and at >= ${now}::timestamptz - make_interval(days => ${SALES_DAYS})
      group by 1, 2 having sum(quantity) < 0
    ), expected as (
      select l.product_id, l.option_id, sum(l.quantity - l.received)::integer as incoming
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
      where o.status in ('ordered', 'partly_received') group by 1, 2
    ), last_orders as (
      select distinct on (l.product_id, l.option_id) l.product_id, l.option_id, o.supplier_id
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
      where o.ordered_at is not null and o.status <> 'canceled'
      order by l.product_id, l.option_id, o.id desc
    ), variants as (
      select v.product_id, v.option_id, v.stock as available, coalesce(e.incoming, 0) as incoming, sales.sold,
        coalesce(s.lead_days, ${defaultLeadDays}) as lead_days, s.id as supplier_id, s.name as supplier_name,
        ceil(sales.sold * (coalesce(s.lead_days, ${defaultLeadDays}) + ${coverDays}) / ${SALES_DAYS}::numeric)::integer
          - v.stock - coalesce(e.incoming, 0) as quantity
      from sales join product_variants v using (product_id, option_id)
        join products p on p.id = v.product_id and p.status = 'active'
        left join expected e using (product_id, option_id)
        left join last_orders o using (product_id, option_id)
        left join suppliers s on s.id = o.supplier_id and s.is_active
      where (not p.has_options or v.option_id <> 0) and ${isOffered("v")}
    ), suggestions as (
      select *, available * ${SALES_DAYS} / sold as days_left, count(*) over ()::integer as total
      from variants where quantity > 0 and (${supplierId}::integer is null or supplier_id = ${supplierId})
      order by days_left, sold desc, product_id, option_id limit ${limit}
    )
    select g.*, p.reference, p.${name} as name, v.${name} as option_name,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images i join media m on m.id = i.media_id where i.product_id = p.id and i.position = 0) as image,
      (select count(*)::integer from product_alerts a where a.product_id = g.product_id and a.option_id = g.option_id
        and a.kind = 'back_in_stock' and a.sent_at is null) as waiting_customers
    from suggestions g join products p on p.id = g.product_id join product_variants v using (product_id, option_id)
    order by g.days_left, g.sold desc, g.product_id, g.option_id`.execute(db);
  return rows;
}
