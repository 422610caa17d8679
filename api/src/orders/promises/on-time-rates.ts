import { sql } from "kysely";
import { cachedUntilChanged } from "../../platform/cache/cache.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { onTimeDays, onTimeMinParcels } from "../settings.ts";
import { getSetting } from "../../platform/settings/settings.ts";

const CACHE_MS = 60_000;

/**
 * Counts for each country how many parcels arrived by their last promised day, over the last days (setting
 * `delivery.on_time_days`). A parcel that has not arrived, came back or has no known day of arrival counts as late; a
 * canceled order does not count.
 */
export async function countOnTimeRates(tx: Tx, now: Date): Promise<void> {
  const days = await getSetting(tx, onTimeDays);
  // Counted before anything is changed: from then on, changes of other reference data wait for this transaction.
  const { rows } = await sql<{ country: string; parcels: number; on_time: number }>`
      select c.code as country, count(*) as parcels,
        count(*) filter (where (o.delivered_at at time zone 'UTC')::date <= o.promised_until) as on_time
      from orders o join countries c on c.code = o.address ->> 'country'
      where o.promised_until < (${now}::timestamptz at time zone 'UTC')::date
        and o.promised_until >= (${now}::timestamptz at time zone 'UTC')::date - ${days}::int
        and o.status in ('paid', 'packing', 'shipped', 'delivered', 'returned')
      group by c.code`.execute(tx);
  await tx.deleteFrom("on_time_rates").execute();
  if (rows.length > 0)
    await tx
      .insertInto("on_time_rates")
      .values(rows.map((row) => ({ ...row, counted_at: now })))
      .execute();
}

const rates = cachedUntilChanged(CACHE_MS, async (db) => {
  const rows = await db.selectFrom("on_time_rates").select(["country", "parcels", "on_time"]).execute();
  return new Map(rows.map((row) => [row.country, row]));
});

/**
 * Returns how many percent of the parcels to a country arrived in time, rounded down; null if too few are known
 * (setting `delivery.on_time_min_parcels`).
 */
export async function getOnTimePercent(db: Db, country: string): Promise<number | null> {
  const [row, minParcels] = await Promise.all([
    rates.get(db).then((byCountry) => byCountry.get(country)),
    getSetting(db, onTimeMinParcels),
  ]);
  return row && row.parcels >= minParcels ? Math.floor((row.on_time * 100) / row.parcels) : null;
}
