import { ListChecks } from "lucide-react";
import { Link } from "react-router";
import type { Task, TaskPage } from "@furoshiki/api/admin/tasks";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TaskItem } from "./task-item.tsx";

/** What the page and the panel show. */
export type TaskListData = {
  running: readonly Task[];
  /** Those whose time has not come, the soonest first. */
  planned: TaskPage;
  /** The ended tasks, newest first. */
  ended: TaskPage;
  /** The day in the time zone of the store. */
  today: string;
};

/** The tasks that the person may see: those that are running, and those that have ended. */
export function TaskList({ running, planned, ended, today }: TaskListData) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t("tasks.title")} subtitle={t("tasks.subtitle")} />
      <div className="grid gap-4 px-4 pt-3 pb-6 desk:max-w-240 desk:px-6 desk:pt-4">
        {running.length > 0 ? <TaskSection title={t("tasks.running")} tasks={running} today={today} /> : null}
        {planned.items.length > 0 ? (
          <TaskSection title={t("tasks.planned")} tasks={planned.items} today={today} />
        ) : null}
        {planned.next === null ? null : (
          <Link to={`?planned_after=${planned.next}`} className={buttonClass({ className: "justify-self-center" })}>
            {t("tasks.later")}
          </Link>
        )}
        {ended.items.length > 0 ? <TaskSection title={t("tasks.ended")} tasks={ended.items} today={today} /> : null}
        {running.length + planned.items.length + ended.items.length === 0 ? (
          <EmptyState icon={<ListChecks size={26} strokeWidth={1.5} aria-hidden />} title={t("tasks.none")}>
            {t("tasks.none_text")}
          </EmptyState>
        ) : null}
        {ended.next === null ? null : (
          <Link to={`?after=${ended.next}`} className={buttonClass({ className: "justify-self-center" })}>
            {t("tasks.older")}
          </Link>
        )}
      </div>
    </>
  );
}

function TaskSection({ title, tasks, today }: { title: string; tasks: readonly Task[]; today: string }) {
  return (
    <Card title={title} isFlush>
      <ul className="divide-y divide-hair border-t border-hair">
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} today={today} />
        ))}
      </ul>
    </Card>
  );
}
