import { type RefObject, useState } from "react";
import { useRevalidator } from "react-router";
import type { PlannedChange } from "@furoshiki/api/admin/catalog-admin/editor";
import { toFormText } from "../api-client/field-edits.ts";
import { readProductEdits, toApiChanges } from "./product-form.ts";
import type { PlannedTask, ScheduledEdit } from "./schedule-edit.tsx";
import { setProductField } from "./use-product-form.ts";

/**
 * Plans the edits of the form of a product, also in place of those that are planned already.
 * @param discard sets the form to the stored values
 */
export function useScheduledEdit(form: RefObject<HTMLFormElement | null>, discard: () => void) {
  const { revalidate } = useRevalidator();
  const [replaced, setReplaced] = useState<PlannedTask | null>(null);
  const [scheduled, setScheduled] = useState<ScheduledEdit | null>(null);
  return {
    scheduled,
    /** Puts the values of a planned edit into the form. */
    edit: ({ task_id: taskId, run_at: runAt, edits }: PlannedChange) => {
      discard();
      if (form.current) for (const { field, to } of edits) setProductField(form.current, field, toFormText(to));
      setReplaced({ taskId, runAt });
    },
    /** Asks when the edits of the form are made. */
    open: () => {
      if (form.current) setScheduled({ changes: toApiChanges(readProductEdits(new FormData(form.current))), replaced });
    },
    /** @param isScheduled whether they have been planned, so that the form does not keep them */
    close: (isScheduled: boolean) => {
      setScheduled(null);
      if (!isScheduled) return;
      setReplaced(null);
      discard();
      void revalidate();
    },
  };
}
