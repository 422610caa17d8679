import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { cards, type CardRow } from "./card-sql.ts";

/** Likes are looked for to so many of the products seen last. */
const ORIGINS = 5;
/** Of a shelf, a series and a maker only the most popular are weighed, so that large ones cost no more. */
const WEIGHED = 40;

/**
 * Products in stock that are like those seen, the latest first: the best for each of them before the second best for
 * any. The same category and usage come first, then the series, the category and the manufacturer. Those seen are not
 * among them; they fill what is left of the row, where something else is in it.
 * @param seen ids, the latest first.
 */
export async function cardsForYou(
  db: Db,
  seen: number[],
  locale: Locale,
  { alike, row }: { alike: number; row: number },
): Promise<CardRow[]> {
  const popular = (condition: RawBuilder<boolean>) => sql`
    (select p.* from products p
     where p.status = 'active' and p.stock > 0 and p.id <> all(${seen}::integer[]) and ${condition}
     order by p.units_sold desc, p.id limit ${sql.lit(WEIGHED)})`;
  const chosen = sql`
    with seen as (
      select p.id, s.at, p.status, p.stock, p.category_id, p.series_id, p.manufacturer_id, p.usage_ids
      from unnest(${seen}::integer[]) with ordinality s(id, at) join products p on p.id = s.id
      where p.status <> 'hidden'
    ),
    near as (
      select c.id, o.at, row_number() over (partition by o.at order by
        (c.category_id = o.category_id and c.usage_ids && o.usage_ids) desc, (c.series_id = o.series_id) desc nulls last,
        (c.category_id = o.category_id) desc, c.units_sold desc, c.id) as place
      from (select * from seen order by at limit ${sql.lit(ORIGINS)}) o
      cross join lateral (
        ${popular(sql<boolean>`p.category_id = o.category_id`)}
        union all ${popular(sql<boolean>`p.series_id = o.series_id and p.category_id <> o.category_id`)}
        union all ${popular(
          sql<boolean>`p.manufacturer_id = o.manufacturer_id and p.category_id <> o.category_id
              and (o.series_id is null or p.series_id is distinct from o.series_id)`,
        )}
      ) c
    ),
    alike as (
      select id, row_number() over (order by min(place), min(at)) as ord from near group by id
      order by ord limit ${sql.lit(alike)}
    )
    select id, ord from alike
    union all
    (select id, ${sql.lit(alike)} + at from seen
     where status = 'active' and stock > 0 and exists (select from alike) order by at limit ${sql.lit(row)})
    order by ord limit ${sql.lit(row)}`;
  return (await cards(locale, chosen).execute(db)).rows;
}
