import { STORE_TIME_ZONE } from "./time-zone.ts";

const dayFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: STORE_TIME_ZONE });

/** Returns the day of a time in the time zone of the store: `2026-11-20`. */
export function toStoreDay(date: Date): string {
  return dayFormat.format(date);
}
