import type { Task } from "@furoshiki/api/admin/tasks";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** Returns how many records of a task were executed, refused ones included. */
export function countExecuted({ done, unchanged, failed }: Pick<Task, "done" | "unchanged" | "failed">): number {
  return done + unchanged + failed;
}

/** How far a running task is. @param title its accessible name */
export function TaskProgress({ task, title }: { task: Task; title: string }) {
  const { t, format } = useI18n();
  const executed = countExecuted(task);
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={title} value={executed} max={task.total} />
      <p className="text-xs text-ink-2 tabular-nums">
        {task.status === "queued" && executed === 0
          ? t("tasks.queued")
          : t("tasks.progress", { executed: format.number(executed), total: format.number(task.total) })}
      </p>
    </div>
  );
}
