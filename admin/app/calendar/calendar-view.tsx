import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { type Calendar, type CalendarCategory } from "@furoshiki/api/admin/calendar";
import type { Task } from "@furoshiki/api/admin/tasks";
import { type I18n, useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { Agenda } from "./agenda.tsx";
import { DayGrid } from "./day-grid.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { categoryIcons } from "./entry-text.ts";
import { ScheduleMenu } from "./schedule-menu.tsx";
import { type CalendarView as View, calendarViews, listDays, moveDay } from "./days.ts";

const categories: readonly CalendarCategory[] = ["prices", "products", "promo_codes", "banners", "other"];

export type CalendarData = {
  calendar: Calendar;
  view: View;
  /** A day of the shown period, and today, both in the time zone of the store. */
  day: string;
  today: string;
  /** The only category that is shown; null for all. */
  category: CalendarCategory | null;
  /** The task whose details are shown; null without one. */
  task: Task | null;
};

/** What is planned in the store: a month, a week, or a list of the days on which something happens. */
export function CalendarView({ calendar, view, day, today, category, task }: CalendarData) {
  const i18n = useI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const opened = calendar.entries.find(({ id }) => id === params.get("entry"));
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const days = listDays(view, day);
  const entries = calendar.entries.filter((entry) => category === null || entry.category === category);
  const refused = calendar.entries.filter(({ task }) => task !== null && task.failed > 0).length;
  const period = formatPeriod(i18n, view, days);
  return (
    <>
      <PageHeader
        title={t("calendar.title")}
        subtitle={t("calendar.subtitle")}
        actions={
          <>
            <PeriodLinks {...{ view, day, today, category }} />
            <SegmentedLinks
              label={t("calendar.views")}
              links={calendarViews.map((one) => ({
                ...{ key: one, label: t(`calendar.view_${one}`), isCurrent: one === view },
                path: createCalendarPath(one, day, category),
              }))}
            />
            <ScheduleMenu />
          </>
        }
      />
      <div ref={ref} className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="mr-2 text-heading">
            {period}
          </p>
          <CategoryLinks entries={calendar.entries} {...{ view, day, category }} />
          {refused > 0 ? (
            <p className="flex items-center gap-1.5 font-medium text-beni-700 desk:ml-auto">
              <TriangleAlert size={16} aria-hidden />
              {t("calendar.refused_count", { count: refused })}
            </p>
          ) : null}
        </div>
        {view === "agenda" ? null : (
          <div className="max-desk:hidden">
            <DayGrid
              caption={`${t("calendar.title")}, ${period}`}
              month={view === "month" ? day.slice(0, 7) : null}
              sales={calendar.sales}
              {...{ days, entries, today }}
            />
          </div>
        )}
        <div className={view === "agenda" ? undefined : "desk:hidden"}>
          <Agenda entries={entries} today={today} />
        </div>
      </div>
      {opened ? <EntryPanel key={opened.id} entry={opened} today={today} task={opened.task && task} /> : null}
    </>
  );
}

function createCalendarPath(view: View, day: string, category: CalendarCategory | null): string {
  return `/calendar?${new URLSearchParams({ view, day, ...(category === null ? {} : { category }) })}`;
}

type PeriodLinksProps = Pick<CalendarData, "view" | "day" | "today" | "category">;

function PeriodLinks({ view, day, today, category }: PeriodLinksProps) {
  const { t } = useI18n();
  const steps = [
    { step: -1, label: t("calendar.previous"), Icon: ChevronLeft },
    { step: 1, label: t("calendar.next"), Icon: ChevronRight },
  ];
  const [previous, next] = steps.map(({ step, label, Icon }) => (
    <Link
      key={step}
      to={createCalendarPath(view, moveDay(view, day, step), category)}
      aria-label={label}
      className={buttonClass({ size: "md" })}
    >
      <Icon size={16} aria-hidden />
    </Link>
  ));
  return (
    <>
      {previous}
      <Link to={createCalendarPath(view, today, category)} className={buttonClass({ size: "md" })}>
        {t("calendar.go_today")}
      </Link>
      {next}
    </>
  );
}

type CategoryLinksProps = Pick<CalendarData, "view" | "day" | "category"> & { entries: Calendar["entries"] };

/** The categories with their numbers; the chosen one leads back to all. */
function CategoryLinks({ entries, view, day, category }: CategoryLinksProps) {
  const { t, format } = useI18n();
  const counts = categories.map((key) => ({
    key,
    Icon: categoryIcons[key],
    count: entries.filter((entry) => entry.category === key).length,
  }));
  return counts
    .filter(({ key, count }) => count > 0 || key === category)
    .map(({ key, Icon, count }) => (
      <Link
        key={key}
        to={createCalendarPath(view, day, key === category ? null : key)}
        aria-current={key === category ? "true" : undefined}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-card px-3 font-medium hover:bg-hover aria-[current]:bg-ink aria-[current]:text-card desk:min-h-8"
      >
        <Icon size={15} aria-hidden />
        {t(`calendar.category_${key}`)}
        <span className="text-xs">{format.number(count)}</span>
      </Link>
    ));
}

function formatPeriod({ locale, format }: I18n, view: View, days: readonly string[]): string {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  if (view !== "month") return format.days(first, last);
  // A day of the month itself: its first week may begin in the one before.
  const day = days[7] ?? first;
  const month = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(new Date(day));
  return `${month.slice(0, 1).toLocaleUpperCase(locale)}${month.slice(1)} ${day.slice(0, 4)}`;
}
