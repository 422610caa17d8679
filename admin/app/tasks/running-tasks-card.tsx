import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRunningTasks } from "../live/running-tasks.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { formatTaskTitle } from "./task-text.ts";

/** The running tasks on the home page; nothing if there are none. */
export function RunningTasksCard() {
  const i18n = useI18n();
  const { t } = i18n;
  const { items } = useRunningTasks();
  if (items.length === 0) return null;
  return (
    <Card
      title={t("tasks.title")}
      isFlush
      actions={
        <Link to="/tasks" className={buttonClass({ kind: "quiet" })}>
          {t("tasks.all")}
          <ArrowRight size={16} aria-hidden />
        </Link>
      }
    >
      <ul>
        {items.map((task) => {
          const title = formatTaskTitle(i18n, task);
          return (
            <li key={task.id} className="grid gap-1.5 border-t border-hair px-4 py-3">
              <p className="font-medium wrap-anywhere">{title}</p>
              <TaskProgress task={task} title={title} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
