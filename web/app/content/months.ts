import type { Locale } from "../lib/locale.ts";

type Dated = { published_at: string };
export type Month<P> = { name: string; posts: P[] };

/** Posts under the months they came out in (`Ноябрь 2026`, `November 2026`), in the order they come in. */
export function byMonth<P extends Dated>(posts: readonly P[], locale: Locale): Month<P>[] {
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "Europe/Moscow" });
  const nameOf = ({ published_at }: Dated) => {
    const parts = format.formatToParts(new Date(published_at));
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    const month = part("month");
    return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${part("year")}`;
  };
  return [...Map.groupBy(posts, nameOf)].map(([name, posts]) => ({ name, posts }));
}
