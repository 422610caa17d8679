import { useRef, useState } from "react";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import type { DraftReference } from "./draft-api.ts";
import type { FormValues } from "./form-values.ts";
import { useDraft } from "./use-draft.ts";

type FormDraftProps = {
  draft: DraftReference;
  /** The values of the record by the fields of the form; other fields are not saved. */
  stored: FormValues;
  /** A value that changes with fields that change without an event, such as by a button. */
  watched?: unknown;
  /** Called with a draft before it is restored, for values that no field can be set to. If it rejects, nothing is restored. */
  onRestore?: (values: FormValues) => void | Promise<void>;
};

/**
 * Part of a form: keeps what is typed on the server, offers it when the person comes back, and says if there is no
 * connection.
 */
export function FormDraft({ draft, stored, watched, onRestore }: FormDraftProps) {
  const { t, locale } = useI18n();
  const ref = useRef<HTMLDivElement>(null);
  const [hasRestoreFailed, setRestoreFailed] = useState(false);
  const { offered, outcome, restore, discard } = useDraft(ref, draft, stored, watched);
  const restoreOffered = async (values: FormValues) => {
    try {
      await onRestore?.(values);
      setRestoreFailed(false);
      await restore();
    } catch {
      setRestoreFailed(true);
    }
  };
  const time = offered && formatShortTime(offered.updated_at, locale, offered.updated_at);
  return (
    <div ref={ref} role="status" className="grid gap-2 empty:hidden">
      {time ? (
        <Note tone="info">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="min-w-0 grow basis-56">{t("drafts.offer", { time })}</p>
            <Button size="xs" onClick={() => void restoreOffered(offered.changes)}>
              {t("drafts.restore")}
            </Button>
            <Button size="xs" kind="quiet" onClick={discard}>
              {t("drafts.discard")}
            </Button>
          </div>
        </Note>
      ) : null}
      {hasRestoreFailed ? <Note tone="warn">{t("drafts.restore_failed")}</Note> : null}
      {outcome === "lost" ? <Note tone="warn">{t("drafts.connection_lost")}</Note> : null}
      {outcome === "refused" ? <Note tone="warn">{t("drafts.refused")}</Note> : null}
    </div>
  );
}
