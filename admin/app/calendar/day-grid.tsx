import type { Calendar, CalendarEntry } from "@furoshiki/api/admin/calendar";
import { useI18n } from "../i18n/use-i18n.tsx";
import { toStoreTime } from "../i18n/store-time.ts";
import { CalendarEntryItem } from "./calendar-entry.tsx";

type DayGridProps = {
  caption: string;
  /** Whole weeks. */
  days: readonly string[];
  entries: readonly CalendarEntry[];
  sales: Calendar["sales"];
  /** The day in the time zone of the store. */
  today: string;
  /** The month whose days are emphasized; null for all. */
  month: string | null;
};

/** Groups entries by their days in the time zone of the store. */
export function groupByDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, CalendarEntry[]> {
  return Map.groupBy(entries, ({ at }) => toStoreTime(at).slice(0, 10));
}

/** The weeks of a month, or one week, with the entries of each day. */
export function DayGrid({ caption, days, entries, sales, today, month }: DayGridProps) {
  const { locale } = useI18n();
  const byDay = groupByDay(entries);
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const saleDays = sales.map(({ starts_at, ends_at }) => [toStoreTime(starts_at), toStoreTime(ends_at)] as const);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-edge bg-card">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="px-2 py-2 text-left font-medium text-ink-2">
              {weekday.format(new Date(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                entries={byDay.get(day) ?? []}
                isToday={day === today}
                isMuted={day < today || (month !== null && !day.startsWith(month))}
                // The end itself is outside of the sale.
                hasSale={saleDays.some(([start, end]) => start.slice(0, 10) <= day && `${day}T00:00` < end)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  entries: readonly CalendarEntry[];
  isToday: boolean;
  isMuted: boolean;
  hasSale: boolean;
};

function DayCell({ day, entries, isToday, isMuted, hasSale }: DayCellProps) {
  const { t, format } = useI18n();
  const isFirst = day.endsWith("-01");
  const border = hasSale ? "border-t-2 border-t-tokiwa-500" : "border-t border-t-hair";
  return (
    <td
      className={`h-28 border-l border-l-hair p-1.5 align-top first:border-l-0 ${border} ${isMuted ? "bg-sheet" : ""}`}
      aria-current={isToday ? "date" : undefined}
    >
      <p className={`mb-1 flex flex-wrap items-center gap-1.5 font-medium ${isMuted ? "text-ink-2" : ""}`}>
        <time dateTime={day}>{isFirst ? format.days(day, day) : Number(day.slice(-2))}</time>
        {isToday ? (
          <span className="rounded-sm bg-ink px-1.5 text-2xs font-semibold text-card">{t("calendar.today")}</span>
        ) : null}
        {hasSale ? <span className="sr-only">{t("calendar.has_sale")}</span> : null}
      </p>
      {entries.length > 0 ? (
        <ul className="grid gap-1">
          {entries.map((entry) => (
            <li key={entry.id}>
              <CalendarEntryItem entry={entry} />
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}
