import { ListChecks } from "lucide-react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRunningTasks } from "../live/running-tasks.ts";
import { formatTaskTitle } from "./task-text.ts";

/** The link to the tasks with the number of running ones; the end of a task is announced. */
export function TasksLink() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { items, hasMore, ended } = useRunningTasks();
  const count = `${format.number(items.length)}${hasMore ? "+" : ""}`;
  return (
    <>
      <Link
        to="/tasks"
        aria-label={t("tasks.link", { count: items.length })}
        className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-md text-ink-2 hover:bg-hover hover:text-ink desk:h-8 desk:min-w-0 desk:px-2"
      >
        <ListChecks size={18} strokeWidth={1.5} aria-hidden />
        {items.length > 0 ? (
          <span aria-hidden className="font-medium tabular-nums">
            {count}
          </span>
        ) : null}
      </Link>
      <span role="status" className="sr-only">
        {ended ? t("tasks.ended_announcement", { title: formatTaskTitle(i18n, ended) }) : null}
      </span>
    </>
  );
}
