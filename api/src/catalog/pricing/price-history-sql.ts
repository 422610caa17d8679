import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/**
 * Deletes prices that were replaced before `before`. The price in force at that time is kept, and so are the prices
 * that a running sale is compared with: those of the 30 days before it began (see the SQL function
 * `lowest_price_before`).
 * @returns the number of deleted rows, at most `limit`
 */
export async function deleteOldPrices(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from price_history where (product_id, option_id, valid_from) in (
      select h.product_id, h.option_id, h.valid_from from price_history h
      left join product_variants v using (product_id, option_id)
      where h.valid_from < ${before} and exists (
        select from price_history later
        where later.product_id = h.product_id and later.option_id = h.option_id and later.valid_from > h.valid_from
          and later.valid_from <= least(${before}::timestamptz, v.sale_started_at - interval '30 days'))
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
