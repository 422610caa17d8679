import { Check, CircleDashed, Mail, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, useFetcher } from "react-router";
import { toIsoTime, toStoreTime } from "../i18n/store-time.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { RunAtField } from "./run-at-field.tsx";
import { createTaskForm, type StartResult, type TaskRequest } from "./task-requests.ts";
import { formatRecord, formatRecordCount } from "./task-text.ts";

type TaskDialogProps = {
  request: TaskRequest;
  /** The kind of the records, as in the audit log. */
  subjectKind: string;
  title: string;
  confirmLabel: string;
  /** If the person chooses when it begins: what they should know, and the planned task that this one replaces. */
  plan?: { hint: string; replaced?: Readonly<{ taskId: number; runAt: string }> | null };
  /** Called when the task has been started. */
  onStarted: () => void;
  onClose: () => void;
};

/** Previews a task with its first records, and starts it. */
export function TaskDialog({ plan, onStarted, onClose, ...props }: TaskDialogProps) {
  const { request, subjectKind, title, confirmLabel } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const preview = useFetcher<StartResult>();
  const start = useFetcher<StartResult>();
  const isPlanned = plan !== undefined;
  const replaced = plan?.replaced ?? null;
  const [runAt, setRunAt] = useState(replaced ? toStoreTime(replaced.runAt) : "");
  const send = async (fetcher: typeof preview, key: string | null) =>
    fetcher.submit(
      createTaskForm(
        { ...request, runAt: key === null || runAt === "" ? undefined : toIsoTime(runAt), replaces: replaced?.taskId },
        key,
      ),
      {
        ...({ method: "post", action: "/tasks/start", defaultShouldRevalidate: false } as const),
      },
    );
  const sendPreview = useEffectEvent(() => void send(preview, null));
  useEffect(() => sendPreview(), []);
  const handleStart = useEffectEvent(onStarted);
  useEffect(() => {
    if (start.data && "started" in start.data) handleStart();
  }, [start.data]);
  const previewed = preview.data && "preview" in preview.data ? preview.data : null;
  const results = [start.data, preview.data];
  const refusal = results.find((data) => data !== undefined && "message" in data);
  // Another time may be accepted.
  const isFinal = refusal !== undefined && !(isPlanned && previewed);
  const isStarted = start.data !== undefined && "started" in start.data;
  return (
    <Dialog title={title} closeLabel={t("ui.close")} onClose={onClose}>
      <div className="grid gap-3" aria-live="polite">
        <p className="text-heading">{formatRecordCount(i18n, subjectKind, request.selection.count)}</p>
        {refusal ? <Note tone="error">{refusal.message}</Note> : null}
        {isStarted ? <StartedNote isPlanned={isPlanned} /> : null}
        {!isStarted && !isFinal ? (
          previewed ? (
            <PreviewSummary subjectKind={subjectKind} preview={previewed.preview} />
          ) : (
            <p className="text-ink-2">{t("tasks.previewing")}</p>
          )
        ) : null}
      </div>
      {isPlanned && !isStarted ? (
        <div className="mt-4">
          <RunAtField value={runAt} hint={plan.hint} onChange={setRunAt} />
        </div>
      ) : null}
      {isStarted || isFinal ? null : (
        <div className="mt-4 flex justify-end">
          <Button
            kind="primary"
            size="md"
            busy={start.state !== "idle" || preview.state !== "idle"}
            disabled={previewed === null || (isPlanned ? runAt === "" : hasNothingToDo(previewed.preview))}
            onClick={() => {
              if (previewed) void send(start, previewed.key);
            }}
          >
            {confirmLabel}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function StartedNote({ isPlanned }: { isPlanned: boolean }) {
  const { t } = useI18n();
  return (
    <>
      <Note tone="ok">{t(isPlanned ? "tasks.planned_note" : "tasks.started")}</Note>
      <div className="flex justify-end">
        <Link to="/tasks" className={buttonClass({ kind: "primary", size: "md" })}>
          {t("tasks.open")}
        </Link>
      </div>
    </>
  );
}

type Preview = Extract<StartResult, { preview: unknown }>["preview"];

/** Returns whether the action would change none of the records, of which all were tried. */
function hasNothingToDo({ sample, total }: Preview): boolean {
  return sample.length === total && sample.every(({ status }) => status !== "done");
}

/** What the action would do with the first records, and why some are refused. */
function PreviewSummary({ subjectKind, preview }: { subjectKind: string; preview: Preview }) {
  const { t } = useI18n();
  const { sample, total, emails, forecast } = preview;
  const count = (status: string) => sample.filter((item) => item.status === status).length;
  const refused = sample.filter(({ status }) => status === "failed");
  const lines = [
    { key: "done", Icon: Check, color: "text-tokiwa-700", count: count("done") },
    { key: "unchanged", Icon: CircleDashed, color: "text-ink-3", count: count("unchanged") },
    { key: "emails", Icon: Mail, color: "text-ink-3", count: emails.length },
    { key: "failed", Icon: TriangleAlert, color: "text-beni-600", count: refused.length },
  ] as const;
  return (
    <>
      <p className="text-ink-2">
        {t(sample.length < total ? "tasks.preview_sample" : "tasks.preview_all", { count: sample.length })}
      </p>
      <ul className="grid gap-1.5">
        {lines.map(({ key, Icon, color, count: lineCount }) =>
          lineCount === 0 && key !== "done" ? null : (
            <li key={key} className="flex items-center gap-2">
              <Icon size={16} aria-hidden className={`shrink-0 ${color}`} />
              {t(`tasks.preview_${key}`, { count: lineCount })}
            </li>
          ),
        )}
      </ul>
      {refused.length > 0 ? (
        <ul className="pl-6">
          {refused.map(({ subject_id, label, error }) => (
            <li key={subject_id} className="py-0.5">
              <span className="font-medium">{label ?? formatRecord(subjectKind, subject_id)}</span>{" "}
              <span className="text-ink-2">{error}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {forecast && sample.length < total ? <Forecast forecast={forecast} /> : null}
      <p className="text-xs text-ink-3">{t("tasks.background_hint")}</p>
    </>
  );
}

/** What the task would do with all records, not only with those that were tried. */
function Forecast({ forecast: { done, unchanged, refused } }: { forecast: NonNullable<Preview["forecast"]> }) {
  const { t } = useI18n();
  return (
    <section aria-label={t("tasks.forecast")} className="grid gap-1.5 border-t border-hair pt-3">
      <h3 className="font-sans text-sm font-semibold">{t("tasks.forecast")}</h3>
      <p>
        {t("tasks.preview_done", { count: done })}
        {unchanged > 0 ? ` · ${t("tasks.preview_unchanged", { count: unchanged })}` : null}
      </p>
      {refused.length > 0 ? (
        <ul className="grid gap-1">
          {refused.map(({ error, count }) => (
            <li key={error}>
              <b className="font-semibold">{t("tasks.failure_count", { count })}</b> {error}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
