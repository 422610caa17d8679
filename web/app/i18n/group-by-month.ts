import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";

type DatedPost = { published_at: string };
export type MonthGroup<P> = { name: string; posts: P[] };

/**
 * Groups posts by the month of publication in the Moscow time zone (`Ноябрь 2026`, `November 2026`), keeping their
 * order.
 */
export function groupByMonth<P extends DatedPost>(posts: readonly P[], locale: Locale): MonthGroup<P>[] {
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "Europe/Moscow" });
  const getMonthName = ({ published_at }: DatedPost) => {
    const parts = format.formatToParts(new Date(published_at));
    const getPart = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    const month = getPart("month");
    return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${getPart("year")}`;
  };
  return [...Map.groupBy(posts, getMonthName)].map(([name, posts]) => ({ name, posts }));
}
