import { useEffect, useEffectEvent } from "react";
import { Link, useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useEvents } from "../live/use-events.ts";
import { SidePanel } from "../ui/side-panel.tsx";
import { TaskItem } from "./task-item.tsx";
import type { TaskListData } from "./task-list.tsx";

/** The ended tasks that the panel shows. */
const MAX_ENDED = 5;

/** The running tasks and the latest ended ones beside an open page, which they do not interrupt. */
export function TasksPanel({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { load, data } = useFetcher<TaskListData>();
  const loadTasks = useEffectEvent(async () => load("/tasks"));
  useEffect(() => void loadTasks(), []);
  useEvents(
    ({ kind }) => kind === "task",
    async () => load("/tasks"),
  );
  return (
    <SidePanel
      title={t("tasks.title")}
      subtitle={t("tasks.background")}
      onClose={onClose}
      footer={
        <>
          <Link to="/tasks" className="link font-medium whitespace-nowrap">
            {t("tasks.all")}
          </Link>
          <span className="ml-auto text-xs text-ink-3">{t("tasks.undo_hint")}</span>
        </>
      }
    >
      {data ? <PanelTasks {...data} /> : <p className="text-ink-2">{t("tasks.loading")}</p>}
    </SidePanel>
  );
}

function PanelTasks({ running, ended, today }: TaskListData) {
  const { t } = useI18n();
  const groups = [
    { key: "running", tasks: running },
    { key: "ended", tasks: ended.items.slice(0, MAX_ENDED) },
  ] as const;
  if (groups.every(({ tasks }) => tasks.length === 0)) return <p className="text-ink-2">{t("tasks.none")}</p>;
  return groups.map(({ key, tasks }) =>
    tasks.length === 0 ? null : (
      <section key={key} aria-label={t(`tasks.${key}`)} className="-mx-5 border-b border-hair pb-2 last:border-b-0">
        <h3 className="px-5 pt-2 font-sans text-sm font-medium text-ink-3">{t(`tasks.${key}`)}</h3>
        <ul className="divide-y divide-hair">
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} today={today} isInPanel />
          ))}
        </ul>
      </section>
    ),
  );
}
