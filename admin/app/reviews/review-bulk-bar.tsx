import { Check, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { SelectAllButton } from "../tasks/select-all.tsx";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import type { ListSelection } from "../tasks/task-requests.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

type PendingReviewsProps = {
  /** The number of pending reviews, as text. */
  count: string;
  /** The language whose reviews are shown; null for all. */
  locale: string | null;
  children: ReactNode;
};

/** The pending reviews of a view, of which all can be selected, and published or rejected in a task. */
export function PendingReviews({ count, locale, children }: PendingReviewsProps) {
  const [selected, setSelected] = useState<{ locale: string | null; selection: ListSelection } | null>(null);
  const selection = selected?.locale === locale ? selected.selection : null;
  const query = new URLSearchParams({ view: "pending", ...(locale === null ? {} : { locale }) });
  return (
    <>
      {selection === null ? (
        <div className="mb-3">
          <SelectAllButton
            {...({ resource: "reviews", query, count } as const)}
            onSelect={(one) => setSelected({ locale, selection: one })}
          />
        </div>
      ) : null}
      {children}
      {selection === null ? null : (
        <SelectedReviews selection={selection} locale={locale} onClear={() => setSelected(null)} />
      )}
    </>
  );
}

type SelectedReviewsProps = { selection: ListSelection; locale: string | null; onClear: () => void };

function SelectedReviews({ selection, locale, onClear }: SelectedReviewsProps) {
  const { t } = useI18n();
  const [decision, setDecision] = useState<"publish" | "reject" | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const { count } = selection;
  const close = () => {
    setDecision(null);
    setReason(null);
    if (isStarted) onClear();
  };
  return (
    <>
      <BulkBar
        count={count}
        label={t("tasks.selected_all", { count })}
        // The reason is written in the language of the authors.
        details={locale === null ? t("reviews.bulk_reject_hint") : null}
        isFocused
        onClear={onClear}
      >
        {locale === null ? null : (
          <Button icon={<X size={16} aria-hidden />} onClick={() => setDecision("reject")}>
            {t("reviews.reject_confirm")}…
          </Button>
        )}
        <Button kind="primary" icon={<Check size={16} aria-hidden />} onClick={() => setDecision("publish")}>
          {t("reviews.bulk_publish")}…
        </Button>
      </BulkBar>
      {decision === "reject" && reason === null ? (
        <ReasonForm locale={locale} onSubmit={setReason} onClose={close} />
      ) : null}
      {decision === "publish" || reason !== null ? (
        <TaskDialog
          request={{
            kind: "reviews.moderate",
            selection,
            input: reason === null ? { decision: "publish" } : { decision: "reject", reason },
          }}
          subjectKind="review"
          title={t(reason === null ? "reviews.bulk_publish_title" : "reviews.bulk_reject_title")}
          confirmLabel={t(reason === null ? "reviews.bulk_publish" : "reviews.reject_confirm")}
          onStarted={() => setIsStarted(true)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type ReasonFormProps = { locale: string | null; onSubmit: (reason: string) => void; onClose: () => void };

/** Asks for the reason that the authors of all rejected reviews read. */
function ReasonForm({ locale, onSubmit, onClose }: ReasonFormProps) {
  const { t } = useI18n();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Dialog title={t("reviews.bulk_reject_title")} closeLabel={t("ui.close")} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const text = field.current?.value.trim() ?? "";
          if (text === "") field.current?.focus();
          else onSubmit(text);
        }}
      >
        <label htmlFor="bulk-reason" className="text-xs font-medium">
          {t("reviews.reason")}
        </label>
        <textarea
          ref={field}
          id="bulk-reason"
          lang={locale ?? undefined}
          required
          rows={4}
          maxLength={500}
          className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
        />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md">
            {t("tasks.check")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
