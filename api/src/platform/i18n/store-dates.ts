import { STORE_TIME_ZONE, STORE_UTC_OFFSET } from "../../../../design-system/i18n/time-zone.ts";
import type { Locale } from "./locale.ts";

/** Creating a format takes about as long as using it a hundred times. */
const dayFormat = new Intl.DateTimeFormat("sv-SE", { timeZone: STORE_TIME_ZONE });

/** Formats a date and time in the time zone of the store for emails: `8 ноября, 14:02`. */
export function formatStoreDateTime(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: STORE_TIME_ZONE,
  }).format(date);
}

/** Formats a date in the time zone of the store: `8 ноября`, with the year `8 ноября 2026`. */
export function formatStoreDate(date: Date, locale: Locale, { includeYear }: { includeYear: boolean }): string {
  const format = new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    ...(includeYear ? { year: "numeric" } : {}),
    timeZone: STORE_TIME_ZONE,
  });
  return removeYearSuffix(format.format(date));
}

/** Removes the «г.» at the end of a Russian date, so that a sentence does not end with two periods. */
export function removeYearSuffix(date: string): string {
  return date.replace(/\s?г\.$/, "");
}

/** Returns whether two dates are in different calendar years in the time zone of the store. */
export function isDifferentStoreYear(date: Date, now: Date): boolean {
  return toStoreDate(date).slice(0, 4) !== toStoreDate(now).slice(0, 4);
}

/** Returns the calendar date in the time zone of the store: `2026-11-20`. */
export function toStoreDate(date: Date): string {
  return dayFormat.format(date);
}

/**
 * Parses a date, or a date and a time, in the time zone of the store: `2026-12-31`, `2026-12-31 18:00` or
 * `2026-12-31T18:00`.
 * @returns the time, or the beginning of the day; null if the text is not valid
 */
export function parseStoreTime(text: string): { time: Date; isDay: boolean } | null {
  const [, day, timeOfDay] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = new Date(`${day}T${timeOfDay ?? "00:00"}:00${STORE_UTC_OFFSET}`);
  // An invalid date such as February 31 would roll over into the next month.
  const isValid = !Number.isNaN(time.getTime()) && toStoreDate(time) === day;
  return isValid ? { time, isDay: timeOfDay === undefined } : null;
}
