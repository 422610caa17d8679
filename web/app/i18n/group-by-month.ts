import { getDateTimeFormat } from "@furoshiki/design-system/i18n/intl-formats.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { STORE_TIME_ZONE } from "@furoshiki/design-system/i18n/time-zone.ts";

export type MonthGroup<Item> = { name: string; items: Item[] };

/**
 * Groups items by month in the time zone of the store (`Ноябрь 2026`, `November 2026`), keeping their order.
 * @param getDate returns the time of an item, ISO 8601
 */
export function groupByMonth<Item>(
  items: readonly Item[],
  getDate: (item: Item) => string,
  locale: Locale,
): MonthGroup<Item>[] {
  const format = getDateTimeFormat(locale, { month: "long", year: "numeric", timeZone: STORE_TIME_ZONE });
  const getMonthName = (item: Item) => {
    const parts = format.formatToParts(new Date(getDate(item)));
    const getPart = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    const month = getPart("month");
    return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${getPart("year")}`;
  };
  return [...Map.groupBy(items, getMonthName)].map(([name, monthItems]) => ({ name, items: monthItems }));
}
