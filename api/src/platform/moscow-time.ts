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
