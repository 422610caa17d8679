import { CalendarDays } from "lucide-react";
import type { CalendarEntry } from "@furoshiki/api/admin/calendar";
import { formatWeekday } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { CalendarEntryItem } from "./calendar-entry.tsx";
import { groupByDay } from "./day-grid.tsx";

/** The days on which something happens, one below the other. */
export function Agenda({ entries, today }: { entries: readonly CalendarEntry[]; today: string }) {
  const { t, locale } = useI18n();
  if (entries.length === 0)
    return (
      <EmptyState icon={<CalendarDays size={26} strokeWidth={1.5} aria-hidden />} title={t("calendar.none")}>
        {t("calendar.none_text")}
      </EmptyState>
    );
  return (
    <ol className="grid gap-4">
      {[...groupByDay(entries)].map(([day, ofDay]) => (
        <li key={day}>
          <h2 className="mb-1.5 flex items-center gap-2 text-heading">
            <time dateTime={day}>{formatWeekday(day, locale)}</time>
            {day === today ? (
              <span className="rounded-sm bg-ink px-1.5 font-sans text-2xs font-semibold text-card">
                {t("calendar.today")}
              </span>
            ) : null}
          </h2>
          <ul className="grid gap-1.5 desk:max-w-180">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <CalendarEntryItem entry={entry} hasDetails />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
