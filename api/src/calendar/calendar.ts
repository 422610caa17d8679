import { listSalesWithin, type SaleEndRow } from "../catalog-admin/prices/prices.ts";
import { listBannerPeriods } from "../content/service.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { parseStoreTime } from "../platform/i18n/store-dates.ts";
import { listPromoCodePeriods } from "../promotions/promo-codes/service.ts";
import type { Permission } from "../staff/permissions.ts";
import { listPlannedTasks, type PlannedTaskRow } from "../tasks/planned-tasks.ts";
import type { AnyTaskKind } from "../tasks/task-kind.ts";
import type { Calendar, CalendarCategory, CalendarEntry } from "./admin-schema.ts";

/** Who looks at the calendar. */
export type CalendarReader = Readonly<{
  staffId: number;
  permissions: ReadonlySet<Permission>;
  locale: Locale;
}>;

type Period = Readonly<{ from: Date; to: Date }>;

const categories: Readonly<Record<string, CalendarCategory>> = {
  "prices.adjust": "prices",
  "products.update": "products",
  "products.edit": "products",
};
const nothing = { moment: null, task: null, sale: null, name: null } as const;

/**
 * Returns what happens in the store in some days: planned tasks, sales, promo codes and banners that start or end. Tasks
 * are those that the person may see, promo codes and banners those that they may change.
 * @param days the first and the last day in the time zone of the store
 */
export async function getCalendar(
  db: Db,
  kinds: readonly AnyTaskKind[],
  days: { from: string; to: string },
  { staffId, permissions, locale }: CalendarReader,
): Promise<Calendar> {
  const period = toPeriod(days);
  const visible = kinds.filter(({ permission }) => permissions.has(permission)).map(({ name }) => name);
  const [tasks, sales, codes, banners] = await Promise.all([
    listPlannedTasks(db, { kinds: visible, staffId, ...period }),
    listSalesWithin(db, period),
    permissions.has("promotions:write") ? listPromoCodePeriods(db, period) : [],
    permissions.has("content:write") ? listBannerPeriods(db, locale, period) : [],
  ]);
  const entries = [
    ...tasks.map((row) => toTaskEntry(row)),
    ...sales.filter(({ ends_at }) => ends_at < period.to).map((row) => toSaleEntry(row)),
    ...codes.flatMap(({ code, ...row }) => toPeriodEntries("promo_codes", { ...row, name: code }, period)),
    ...banners.flatMap(({ title, ...row }) => toPeriodEntries("banners", { ...row, name: title }, period)),
  ];
  return {
    entries: entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
    sales: [
      ...sales.map(({ started_at, ends_at }) => ({ ...toPeriodTimes(started_at, ends_at), is_planned: false })),
      ...tasks.flatMap((row) => listPlannedSales(row)),
    ],
  };
}

function toPeriod({ from, to }: { from: string; to: string }): Period {
  const [start, end] = [parseStoreTime(from)?.time, parseStoreTime(to)?.time];
  if (!start || !end) throw new Error("a day of the calendar is not valid");
  // The store has no daylight saving time.
  return { from: start, to: new Date(end.getTime() + 86_400_000) };
}

const toPeriodTimes = (start: Date, end: Date) => ({ starts_at: start.toISOString(), ends_at: end.toISOString() });

function toTaskEntry({ subject_id: id, label, author_name, run_at, ...row }: PlannedTaskRow): CalendarEntry {
  const { id: taskId, kind, input, status, total, failed } = row;
  const subject = total === 1 && id !== null ? { id, label } : null;
  return {
    ...{ ...nothing, id: `task-${taskId}`, category: categories[kind] ?? "other", at: run_at.toISOString() },
    moment: getSaleEnd(input) === null ? null : "start",
    task: { id: taskId, kind, input, status, total, failed, author: author_name, subject },
  };
}

/** Returns the end of the sale that a task starts; null if it starts none. */
function getSaleEnd(input: Record<string, unknown>): Date | null {
  const { ends_at: end } = (input["sale"] ?? {}) as { ends_at?: string };
  return end === undefined ? null : new Date(end);
}

function listPlannedSales({ input, run_at: start, status }: PlannedTaskRow) {
  const end = getSaleEnd(input);
  return end && status === "queued" ? [{ ...toPeriodTimes(start, end), is_planned: true }] : [];
}

function toSaleEntry({ ends_at, variants, max_percent }: SaleEndRow): CalendarEntry {
  const at = ends_at.toISOString();
  return {
    ...{ ...nothing, id: `sale-${at}`, category: "prices", at, moment: "end" },
    sale: { variants, max_percent, ends_at: at },
  };
}

function toPeriodEntries(
  category: "promo_codes" | "banners",
  { id, name, starts_at, ends_at }: { id: number; name: string; starts_at: Date | null; ends_at: Date | null },
  { from, to }: Period,
): CalendarEntry[] {
  const moments = [
    ["start", starts_at],
    ["end", ends_at],
  ] as const;
  return moments.flatMap(([moment, time]) =>
    time === null || time < from || time >= to
      ? []
      : [{ ...nothing, id: `${category}-${id}-${moment}`, category, at: time.toISOString(), moment, name }],
  );
}
