import {
  getDateTimeFormat,
  getNumberFormat,
  getRelativeTimeFormat,
} from "@furoshiki/design-system/i18n/intl-formats.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { STORE_TIME_ZONE } from "@furoshiki/design-system/i18n/time-zone.ts";

const NBSP = "\u00a0";
const DAY_MS = 86_400_000;
/** Days around today that are written relative to it: "yesterday", "3 days ago". */
const RELATIVE_DAYS = 30;

type DateParts = { weekday: string; day: string; month: string; year: string; hour: string; minute: string };

function getParts(date: Date, locale: Locale, timeZone: string): DateParts {
  const format = getDateTimeFormat(locale === "ru-RU" ? "ru-RU" : "en-GB", {
    ...({ weekday: "short", day: "numeric", month: "short", year: "numeric" } as const),
    ...({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const),
  });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value])) as DateParts;
  // "нояб." and "Sept" depend on the locale data of the runtime.
  return { ...parts, month: parts.month.slice(0, 3) };
}

/** Formats a day such as `2026-11-20` with its day of the week, as a title: `Пятница, 20 ноября`. */
export function formatWeekday(day: string, locale: Locale): string {
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  const text = getDateTimeFormat(locale, format).format(new Date(day));
  return `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}`;
}

/** Formats a time of ISO 8601 in the time zone of the store: `20 ноя, 10:12`; with the year unless it is that of today. */
export function formatShortTime(iso: string, locale: Locale, today: string): string {
  const { day, month, year, hour, minute } = getParts(new Date(iso), locale, STORE_TIME_ZONE);
  const years = today.startsWith(year) ? [] : [year];
  return `${[day, month, ...years].join(NBSP)}, ${hour}:${minute}`;
}

/** Formats a day such as `2026-11-23` relative to today: `сегодня`, `3 дня назад`, `пн, 23 ноя`. */
export function formatDueDay(day: string, locale: Locale, today: string): string {
  const days = countDays(today, day);
  if (days <= 1 && days >= -RELATIVE_DAYS)
    return getRelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day").replace(" ", NBSP);
  const { weekday, day: dayOfMonth, month } = getParts(new Date(day), locale, "UTC");
  return `${weekday}, ${dayOfMonth}${NBSP}${month}`;
}

/** Returns the number of days from one day to another. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

const ageUnits = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats how long ago a time of ISO 8601 was, rounded down: `5 ч`, `48 мин`; at least a minute. */
export function formatAge(iso: string, locale: Locale, now: string): string {
  const age = Math.max(60_000, Date.parse(now) - Date.parse(iso));
  const [unit, unitMs] = ageUnits.find(([, ms]) => age >= ms) ?? ageUnits[2];
  const format = getNumberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 });
  return format.format(Math.floor(age / unitMs)).replaceAll(" ", NBSP);
}

/** Formats the day of a time of ISO 8601 in the time zone of the store: `3 ноя`; with the year unless it is that of `now`. */
export function formatShortDay(iso: string, locale: Locale, now: string): string {
  const { day, month, year } = getParts(new Date(iso), locale, STORE_TIME_ZONE);
  return [day, month, ...(now.startsWith(year) ? [] : [year])].join(NBSP);
}
