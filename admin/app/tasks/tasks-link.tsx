import { ListChecks } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRunningTasks } from "../live/running-tasks.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { formatTaskTitle } from "./task-text.ts";
import { TasksPanel } from "./tasks-panel.tsx";

/** The panel, which belongs to the main content and not to the header of the page. */
function PanelInMain({ onClose }: { onClose: () => void }) {
  return createPortal(<TasksPanel onClose={onClose} />, document.querySelector("main") ?? document.body);
}

const linkClass =
  "flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-md text-ink-2 hover:bg-hover hover:text-ink desk:h-8 desk:min-w-0 desk:px-2";

/** Opens the tasks beside the page, and has the number of running ones; the end of a task is announced. */
export function TasksLink() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { items, hasMore, ended } = useRunningTasks();
  const isHydrated = useHydrated();
  const { key } = useLocation();
  // Another page closes the panel.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const label = t("tasks.link", { count: items.length });
  const content = (
    <>
      <ListChecks size={18} strokeWidth={1.5} aria-hidden />
      {items.length > 0 ? (
        <span aria-hidden className="font-medium tabular-nums">
          {`${format.number(items.length)}${hasMore ? "+" : ""}`}
        </span>
      ) : null}
    </>
  );
  return (
    <>
      {isHydrated ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={label}
          title={label}
          onClick={() => setOpenedOn(key)}
          className={linkClass}
        >
          {content}
        </button>
      ) : (
        <Link to="/tasks" aria-label={label} className={linkClass}>
          {content}
        </Link>
      )}
      <span role="status" className="sr-only">
        {ended ? t("tasks.ended_announcement", { title: formatTaskTitle(i18n, ended) }) : null}
      </span>
      {openedOn === key ? <PanelInMain onClose={() => setOpenedOn(null)} /> : null}
    </>
  );
}
