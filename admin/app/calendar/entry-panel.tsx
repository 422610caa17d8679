import { Link, useNavigate, useSearchParams } from "react-router";
import type { CalendarEntry } from "@furoshiki/api/admin/calendar";
import type { Task } from "@furoshiki/api/admin/tasks";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { TaskItem } from "../tasks/task-item.tsx";
import { buttonClass } from "../ui/button.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
import { setEntry } from "./entry-param.ts";
import { describeEntry, describeRecords } from "./entry-text.ts";

type EntryPanelProps = {
  entry: CalendarEntry;
  /** The task of the entry; null if it is another entry, or the person may not see the task. */
  task: Task | null;
  /** The day in the time zone of the store. */
  today: string;
};

/** What an entry of the calendar is: when, by whom, what was refused, and what can be done with a planned change. */
export function EntryPanel({ entry, task, today }: EntryPanelProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { permissions } = useMe();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { title, path } = describeEntry(i18n, entry, permissions);
  const saleEnd = getSaleEnd(entry);
  const rule = describeRule(i18n, entry);
  return (
    <SidePanel
      title={title}
      subtitle={t(`calendar.category_${entry.category}`)}
      onClose={() => void navigate(`?${setEntry(params, null)}`, { replace: true, preventScrollReset: true })}
      footer={
        path === null ? null : (
          <Link to={path} className={buttonClass({ kind: "primary", size: "md" })}>
            {t(`calendar.open_${getPage(path)}`)}
          </Link>
        )
      }
    >
      <div className="grid gap-4">
        <KeyValues>
          <KeyValue name={t("calendar.at")}>{format.dateTime(entry.at)}</KeyValue>
          <KeyValue name={t("calendar.sale_until")}>{saleEnd && format.dateTime(saleEnd)}</KeyValue>
          <KeyValue name={t("calendar.rule")}>{rule}</KeyValue>
          <KeyValue name={t("calendar.records")}>{describeRecords(i18n, entry)}</KeyValue>
          <KeyValue name={t("calendar.author")}>{entry.task?.author ?? null}</KeyValue>
        </KeyValues>
        {task ? (
          <section className="-mx-5 border-t border-hair">
            <h3 className="px-5 pt-3 font-sans text-sm font-medium text-ink-3">{t("calendar.task")}</h3>
            <ul>
              <TaskItem task={task} today={today} isInPanel />
            </ul>
          </section>
        ) : null}
      </div>
    </SidePanel>
  );
}

function getPage(path: string): "product" | "prices" | "tasks" {
  if (path.startsWith("/products/")) return "product";
  return path.startsWith("/prices") ? "prices" : "tasks";
}

/** The end of the sale that an entry starts. */
function getSaleEnd({ task }: CalendarEntry): string | null {
  const sale = task?.kind === "prices.adjust" ? (task.input["sale"] as { ends_at: string } | null | undefined) : null;
  return sale?.ends_at ?? null;
}

/** How a planned task calculates prices: `−15%`; null for another entry. */
function describeRule({ t, format }: I18n, { task }: CalendarEntry): string | null {
  if (task?.kind !== "prices.adjust") return null;
  const { rule, value } = task.input as { rule?: string; value?: number };
  if (rule === "percent") return format.percent(value ?? 0);
  const name = t.find(`prices.rule_${rule ?? "none"}`) ?? null;
  return rule === "amount" || rule === "formula" ? `${name}: ${format.decimal(value ?? 0)}` : name;
}
