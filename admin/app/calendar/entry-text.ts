import { BadgePercent, CalendarClock, Image, Package, Tag, Ticket, TriangleAlert, type LucideIcon } from "lucide-react";
import type { CalendarCategory, CalendarEntry } from "@furoshiki/api/admin/calendar";
import type { I18n } from "../i18n/use-i18n.tsx";
import type { Permission } from "../staff/me.tsx";
import { formatRecordCount, formatTaskTitle, getRecordPath } from "../tasks/task-text.ts";

/** The icon of each category of changes. */
export const categoryIcons: Readonly<Record<CalendarCategory, LucideIcon>> = {
  ...{ prices: Tag, products: Package, promo_codes: Ticket, banners: Image, other: CalendarClock },
};

const subjectKinds: Readonly<Record<CalendarCategory, string>> = {
  ...{ prices: "variant", products: "product", promo_codes: "", banners: "", other: "" },
};

/** What an entry of the calendar is called, where it leads to, and how it went. */
export type EntryText = Readonly<{
  Icon: LucideIcon;
  title: string;
  /** What the change is about, and why it needs attention. */
  details: readonly string[];
  /** Null if it has no page that the person may open. */
  path: string | null;
  state: "planned" | "done" | "refused";
}>;

/** Describes an entry of the calendar in the language of the person. */
export function describeEntry(i18n: I18n, entry: CalendarEntry, permissions: readonly Permission[]): EntryText {
  const { task, category, moment, sale, name } = entry;
  if (task) return describeTask(i18n, entry, task, permissions);
  const { t } = i18n;
  const base: Pick<EntryText, "details" | "state"> = { details: [], state: "planned" };
  if (sale) {
    const path = `/prices?${new URLSearchParams({ sale: "running", ends_at: sale.ends_at })}`;
    return {
      ...base,
      Icon: BadgePercent,
      title: t("calendar.sale_end", { percent: sale.max_percent }),
      details: [t("tasks.count_variant", { count: sale.variants })],
      path: permissions.includes("prices:write") ? path : null,
    };
  }
  const key = category === "banners" ? "banner" : "promo_code";
  return {
    ...base,
    Icon: categoryIcons[category],
    title: t(`calendar.${key}_${moment ?? "start"}`, { name: name ?? "" }),
    path: null,
  };
}

function describeTask(
  i18n: I18n,
  { category, moment }: CalendarEntry,
  task: NonNullable<CalendarEntry["task"]>,
  permissions: readonly Permission[],
): EntryText {
  const { t } = i18n;
  const isRefused = task.failed > 0;
  const subjectKind = subjectKinds[category];
  const title = formatTaskTitle(i18n, { ...task, undo_of: null, subject_kind: subjectKind });
  const recordPath = task.subject && getRecordPath(subjectKind, task.subject.id, permissions);
  const listPath = category === "prices" && permissions.includes("prices:write") ? "/prices/sales" : "/tasks";
  return {
    Icon: isRefused ? TriangleAlert : categoryIcons[category],
    title: moment === "start" ? t("calendar.sale_start", { title }) : title,
    details: [
      ...(task.subject?.label ? [task.subject.label] : []),
      task.author,
      ...(isRefused ? [t("tasks.failed", { count: task.failed })] : []),
    ],
    path: recordPath ?? listPath,
    state: isRefused ? "refused" : task.status === "queued" ? "planned" : "done",
  };
}

/** Returns what a change is about: its only record, or how many there are; null for an entry that changes none. */
export function describeRecords(i18n: I18n, { task, sale, category }: CalendarEntry): string | null {
  if (sale) return formatRecordCount(i18n, "variant", sale.variants);
  return task && (task.subject?.label ?? formatRecordCount(i18n, subjectKinds[category], task.total));
}
