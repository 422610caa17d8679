import { returnDays } from "../orders/settings.ts";
import type { Db } from "../platform/db/database.ts";
import { toStoreDate } from "../platform/i18n/store-dates.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { ReturnKind } from "./schema.ts";
import { claimDays } from "./settings.ts";

const DAY_MS = 86_400_000;

/** The days after receipt in which returns of each kind can be requested. */
export type ReturnPeriods = Readonly<Record<ReturnKind, number>>;

/** Returns the periods in which returns can be requested (docs/domain/returns.md). */
export async function getReturnPeriods(db: Db): Promise<ReturnPeriods> {
  const [goods, claim] = await Promise.all([getSetting(db, returnDays), getSetting(db, claimDays)]);
  return { return: goods, exchange: goods, claim };
}

/** Returns the last day of a period in days, in the time zone of the store; null before the delivery. */
export function getLastDay(deliveredAt: Date | null, days: number): string | null {
  return deliveredAt && toStoreDate(new Date(deliveredAt.getTime() + days * DAY_MS));
}

/** Returns whether the last day of a period is over. */
export function isPeriodOver(lastDay: string | null, now: Date): boolean {
  return lastDay !== null && toStoreDate(now) > lastDay;
}
