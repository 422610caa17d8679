import type { Db } from "../platform/db/database.ts";
import { parseStoreTime, toStoreDate } from "../platform/i18n/store-dates.ts";
import type { SalesPeriod, SalesToday } from "./admin-schema.ts";
import { type SalesRow, sumSales } from "./admin-sql.ts";

const WEEK_MS = 7 * 86_400_000;

/** Returns the sales of the day so far and, to compare, those of a week before until the same time. */
export async function getSalesToday(db: Db, now: Date): Promise<SalesToday> {
  const start = parseStoreTime(toStoreDate(now))?.time;
  if (!start) throw new Error(`${now.toISOString()} has no day`);
  const subtractWeek = (time: Date) => new Date(time.getTime() - WEEK_MS);
  const [today, weekBefore] = await sumSales(db, [
    { start, end: now },
    { start: subtractWeek(start), end: subtractWeek(now) },
  ]);
  if (!today || !weekBefore) throw new Error("a period has no row");
  return {
    ...{ as_of: now.toISOString(), currency: "RUB" },
    ...{ today: serializePeriod(today), week_before: serializePeriod(weekBefore) },
  };
}

function serializePeriod({ orders, revenue, refunds, refunded, hours }: SalesRow): SalesPeriod {
  const round = (rubles: number) => Math.round(rubles * 100) / 100;
  return {
    ...{ orders, revenue: round(revenue), refunds, refunded: round(refunded) },
    hours: Array.from({ length: 24 }, (_, hour) => hours[hour] ?? 0),
  };
}
