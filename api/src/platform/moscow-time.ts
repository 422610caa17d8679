import type { Locale } from "./locale.ts";

/** A moment by the clock in Moscow, as letters write it: `8 ноября, 14:02`. */
export function moscowTime(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Moscow",
  }).format(at);
}

/** A day in Moscow: `8 ноября`, with its year `8 ноября 2026`. */
export function moscowDay(at: Date, locale: Locale, { withYear }: { withYear: boolean }): string {
  const format = new Intl.DateTimeFormat(locale === "ru-RU" ? locale : "en-GB", {
    day: "numeric",
    month: "long",
    ...(withYear ? { year: "numeric" } : {}),
    timeZone: "Europe/Moscow",
  });
  return withoutYearSign(format.format(at));
}

/** Russian dates end in «г.», whose full stop would stand twice at the end of a sentence. */
export function withoutYearSign(date: string): string {
  return date.replace(/\s?г\.$/, "");
}

/** Whether a moment is in another calendar year in Moscow. */
export function isAnotherYear(at: Date, now: Date): boolean {
  const year = new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: "Europe/Moscow" });
  return year.format(at) !== year.format(now);
}
