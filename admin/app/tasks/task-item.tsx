import { Ban, CircleCheck, CircleX, Download, LoaderCircle, Play, Square, TriangleAlert, Undo2 } from "lucide-react";
import { Fragment, useId } from "react";
import { Link, useFetcher } from "react-router";
import type { Task } from "@furoshiki/api/admin/tasks";
import { formatShortDay, formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { RescheduleForm } from "./reschedule-form.tsx";
import { countExecuted, TaskProgress } from "./task-progress.tsx";
import { formatRecord, formatTaskTitle, getRecordPath } from "./task-text.ts";

type TaskItemProps = {
  task: Task;
  /** The day in the time zone of the store. */ today: string;
  /** Whether it is shown in the panel, which has margins of its own. */ isInPanel?: boolean;
};

/** A task of the list: its progress or outcome, why records were refused, and what can be done with it. */
export function TaskItem({ task, today, isInPanel = false }: TaskItemProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const title = formatTaskTitle(i18n, task);
  // The page and the panel can show the same task at once.
  const headingId = useId();
  const Heading = isInPanel ? "h4" : "h3";
  return (
    <li className={`flex items-start gap-3 py-4 ${isInPanel ? "px-5" : "px-4"}`} aria-labelledby={headingId}>
      <StatusIcon task={task} />
      <div className="grid min-w-0 grow gap-2">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Heading id={headingId} className="font-sans text-sm font-semibold wrap-anywhere">
              {title}
            </Heading>
            <p className="text-ink-2">
              {task.author.name} · {describeOutcome(i18n, task)}
            </p>
          </div>
          <time dateTime={task.created_at} className="shrink-0 pt-0.5 text-xs text-ink-3">
            {formatShortTime(task.created_at, locale, today)}
          </time>
        </div>
        {task.finished_at === null && !task.can_reschedule ? <TaskProgress task={task} title={title} /> : null}
        {task.can_reschedule ? <RescheduleForm task={task} title={title} /> : null}
        <TaskFailures task={task} />
        <TaskActions task={task} title={title} today={today} />
        {task.is_cancel_requested && task.finished_at === null ? (
          <p className="text-xs text-ink-2">{t("tasks.is_stopping")}</p>
        ) : null}
      </div>
    </li>
  );
}

function StatusIcon({ task: { status, failed } }: { task: Task }) {
  const icons = {
    queued: { Icon: LoaderCircle, color: "bg-ai-50 text-ai-700" },
    running: { Icon: LoaderCircle, color: "bg-ai-50 text-ai-700 motion-safe:[&>svg]:animate-spin" },
    succeeded:
      failed > 0
        ? { Icon: TriangleAlert, color: "bg-yamabuki-50 text-yamabuki-800" }
        : { Icon: CircleCheck, color: "bg-tokiwa-50 text-tokiwa-800" },
    failed: { Icon: CircleX, color: "bg-beni-50 text-beni-700" },
    canceled: { Icon: Ban, color: "bg-mist text-ink-2" },
    undone: { Icon: Undo2, color: "bg-mist text-ink-2" },
  };
  const { Icon, color } = icons[status];
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-full ${color}`}>
      <Icon size={18} strokeWidth={1.5} aria-hidden />
    </span>
  );
}

/** Returns the status of a task, and of an ended one how many records it has changed. */
function describeOutcome({ t, format }: ReturnType<typeof useI18n>, task: Task): string {
  const status = t(`tasks.status_${task.status}`);
  if (task.can_reschedule && task.run_at !== null) return t("tasks.begins", { time: format.dateTime(task.run_at) });
  if (task.finished_at === null) return status;
  const remaining = task.total - countExecuted(task);
  return [
    status,
    t("tasks.done", { count: task.done }),
    ...(task.unchanged > 0 ? [t("tasks.unchanged", { count: task.unchanged })] : []),
    ...(task.failed > 0 ? [t("tasks.failed", { count: task.failed })] : []),
    ...(remaining > 0 ? [t("tasks.left_out", { count: remaining })] : []),
  ].join(" · ");
}

function TaskFailures({ task: { failures, subject_kind } }: { task: Task }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  if (failures.length === 0) return null;
  return (
    <Note tone="warn">
      <ul className="grid gap-1">
        {failures.map(({ error, count, subject_ids, labels }) => (
          <li key={error}>
            <b className="font-semibold">{t("tasks.failure_count", { count })}</b> {error}{" "}
            <span className="text-xs">
              {subject_ids.map((id, index) => {
                const path = getRecordPath(subject_kind, id, permissions);
                const name = labels[index] ?? formatRecord(subject_kind, id);
                return (
                  <Fragment key={id}>
                    {index > 0 ? ", " : null}
                    {path === null ? (
                      name
                    ) : (
                      <Link to={path} className="link">
                        {name}
                      </Link>
                    )}
                  </Fragment>
                );
              })}
              {count > subject_ids.length ? " …" : null}
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

function TaskActions({ task, title, today }: TaskItemProps & { title: string }) {
  const { t, locale } = useI18n();
  const { Form, data, state } = useFetcher<{ message: string } | null>();
  const isBusy = state !== "idle";
  const { id, can_cancel, can_continue, undo_until, has_result } = task;
  if (!can_cancel && !can_continue && undo_until === null && !has_result) return null;
  return (
    <>
      <Form method="post" action="/tasks" className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="task" value={id} />
        {can_cancel ? (
          <Button type="submit" name="intent" value="cancel" busy={isBusy} icon={<Square size={14} aria-hidden />}>
            {t(task.can_reschedule ? "tasks.cancel" : "tasks.stop")}
            <span className="sr-only">: {title}</span>
          </Button>
        ) : null}
        {can_continue ? (
          <Button type="submit" name="intent" value="retry" busy={isBusy} icon={<Play size={14} aria-hidden />}>
            {t(task.status === "canceled" ? "tasks.continue" : "tasks.retry")}
            <span className="sr-only">: {title}</span>
          </Button>
        ) : null}
        {undo_until === null ? null : (
          <span className="flex flex-wrap items-center gap-2">
            <Button type="submit" name="intent" value="undo" busy={isBusy} icon={<Undo2 size={14} aria-hidden />}>
              {t("tasks.undo")}
              <span className="sr-only">: {title}</span>
            </Button>
            <span className="text-xs text-ink-3">
              {t("tasks.undo_until", { day: formatShortDay(undo_until, locale, today) })}
            </span>
          </span>
        )}
        {has_result ? (
          <a href={`/v1/admin/tasks/${id}/result`} download className={buttonClass({ kind: "quiet" })}>
            <Download size={14} aria-hidden />
            {t("tasks.result")}
            <span className="sr-only">: {title}</span>
          </a>
        ) : null}
      </Form>
      {data && !isBusy ? <Note tone="error">{data.message}</Note> : null}
    </>
  );
}
