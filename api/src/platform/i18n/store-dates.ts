import type { Locale } from "./locale.ts";

/** Formats a date and time in the time zone of the store (Europe/Moscow) for emails: `8 ноября, 14:02`. */
export function formatStoreDateTime(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Moscow",
  }).format(date);
}

/** Formats a date in the time zone of the store: `8 ноября`, with the year `8 ноября 2026`. */
export function formatStoreDate(date: Date, locale: Locale, { includeYear }: { includeYear: boolean }): string {
  const format = new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    ...(includeYear ? { year: "numeric" } : {}),
    timeZone: "Europe/Moscow",
  });
  return removeYearSuffix(format.format(date));
}

/** Removes the «г.» at the end of a Russian date, so that a sentence does not end with two periods. */
export function removeYearSuffix(date: string): string {
  return date.replace(/\s?г\.$/, "");
}

/** Returns whether two dates are in different calendar years in the time zone of the store. */
export function isDifferentStoreYear(date: Date, now: Date): boolean {
  const year = new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: "Europe/Moscow" });
  return year.format(date) !== year.format(now);
}
