import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { inStock } from "../products/stock.ts";
import { selectCards, type CardRow } from "../products/card-sql.ts";

/** The number of most recently viewed products that recommendations are based on. */
const MAX_ORIGINS = 5;
/** The number of best sellers ranked per category, series and brand, so that the cost does not depend on their size. */
const MAX_CANDIDATES = 40;

/**
 * Returns products in stock that are similar to the viewed ones: the best match of each viewed product before the
 * second best of any. Same category and concern rank first, then series, category and brand. If there are similar
 * products, the viewed products themselves fill the rest of the row.
 * @param viewedIds product ids, most recently viewed first
 * @param maxSimilar the maximum number of similar products; `limit` is the maximum of all
 */
export async function findRecommendedCards(
  db: Db,
  viewedIds: number[],
  locale: Locale,
  { maxSimilar, limit }: { maxSimilar: number; limit: number },
): Promise<CardRow[]> {
  const selectPopular = (condition: RawBuilder<boolean>) => sql`
    (select p.* from products p
     where p.status = 'active' and ${inStock("p")} and p.id <> all(${viewedIds}::integer[]) and ${condition}
     order by p.units_sold desc, p.id limit ${sql.lit(MAX_CANDIDATES)})`;
  const idQuery = sql`
    with viewed as (
      select p.id, s.position, p.status, p.stock, p.category_id, p.series_id, p.brand_id, p.concern_ids
      from unnest(${viewedIds}::integer[]) with ordinality s(id, position) join products p on p.id = s.id
      where p.status in ('active', 'discontinued')
    ),
    ranked as (
      select c.id, o.position, row_number() over (partition by o.position order by
        (c.category_id = o.category_id and c.concern_ids && o.concern_ids) desc, (c.series_id = o.series_id) desc nulls last,
        (c.category_id = o.category_id) desc, c.units_sold desc, c.id) as rank
      from (select * from viewed order by position limit ${sql.lit(MAX_ORIGINS)}) o
      cross join lateral (
        ${selectPopular(sql<boolean>`p.category_id = o.category_id`)}
        union all ${selectPopular(sql<boolean>`p.series_id = o.series_id and p.category_id <> o.category_id`)}
        union all ${selectPopular(
          sql<boolean>`p.brand_id = o.brand_id and p.category_id <> o.category_id
              and (o.series_id is null or p.series_id is distinct from o.series_id)`,
        )}
      ) c
    ),
    best as (
      select id, row_number() over (order by min(rank), min(position)) as ord from ranked group by id
      order by ord limit ${sql.lit(maxSimilar)}
    )
    select id, ord from best
    union all
    (select id, ${sql.lit(maxSimilar)} + position from viewed
     where status = 'active' and ${inStock("viewed")} and exists (select from best) order by position limit ${sql.lit(limit)})
    order by ord limit ${sql.lit(limit)}`;
  return (await selectCards(locale, idQuery).execute(db)).rows;
}
