import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export type SaleEndRow = { ends_at: Date; started_at: Date; variants: number; max_percent: number };

/** Lists sales with an end from a period on, which started before its end. */
export async function listSalesWithin(db: Db, { from, to }: { from: Date; to: Date }): Promise<SaleEndRow[]> {
  const { rows } = await sql<SaleEndRow>`
    select v.sale_ends_at as ends_at, min(v.sale_started_at) as started_at, count(*) as variants,
      coalesce(max(least(99, round((v.old_price_minor - v.price_minor) * 100.0 / v.old_price_minor))), 0)::integer
        as max_percent
    from product_variants v
    where v.old_price_minor is not null and v.sale_ends_at >= ${from} and v.sale_started_at < ${to}
    group by v.sale_ends_at order by v.sale_ends_at`.execute(db);
  return rows;
}

export type SaleRow = { ends_at: Date | null; variants: number; max_percent: number; shown: number };

/** Lists the sales that are running, the ones that end first coming first. */
export async function listSales(db: Db, now: Date): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select v.sale_ends_at as ends_at, count(*) as variants, count(v.reference_price_minor) as shown,
      coalesce(max(least(99, round((v.reference_price_minor - v.price_minor) * 100.0 / v.reference_price_minor))), 0)::integer
        as max_percent
    from product_variants v
    where v.old_price_minor is not null and (v.sale_ends_at is null or v.sale_ends_at > ${now})
    group by v.sale_ends_at order by v.sale_ends_at nulls last`.execute(db);
  return rows;
}
