import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { getFormatters } from "@furoshiki/design-system/i18n/format.ts";

/** Formats a distance in meters, rounded to 10 m below a kilometer: `350 м`, `1,1 км`, `12 км`. */
export function formatDistance(meters: number, locale: Locale): string {
  const format = getFormatters(locale);
  const [m, km] = locale === "ru-RU" ? ["м", "км"] : ["m", "km"];
  const rounded = Math.round(meters / 10) * 10;
  if (rounded < 1000) return `${format.number(rounded)}\u00a0${m}`;
  const kilometers = meters / 1000;
  const value =
    kilometers < 10 ? format.decimal(Math.round(kilometers * 10) / 10) : format.number(Math.round(kilometers));
  return `${value}\u00a0${km}`;
}
