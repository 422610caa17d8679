import { type RefObject, useState } from "react";
import { useRevalidator } from "react-router";
import type { PlannedChange, ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { toFormText } from "../api-client/field-edits.ts";
import { readProductEdits, toApiChanges } from "./product-form.ts";
import type { ScheduledEdit } from "./schedule-edit.tsx";
import { findField, setProductField } from "./use-product-form.ts";

/** A planned change whose values are in the form, and the version of the product for which they were put there. */
type Replaced = Readonly<{ change: PlannedChange; updatedAt: string }>;

type ScheduledEditOptions = Readonly<{
  form: RefObject<HTMLFormElement | null>;
  product: ProductDetail;
  planned: readonly PlannedChange[];
  /** Sets the form to the stored values. */
  discard: () => void;
}>;

/** Plans the edits of the form of a product, also in place of those that are planned already. */
export function useScheduledEdit({ form, product, planned, discard }: ScheduledEditOptions) {
  const { revalidate } = useRevalidator();
  const [stored, setReplaced] = useState<Replaced | null>(null);
  const [scheduled, setScheduled] = useState<ScheduledEdit | null>(null);
  // Not if the product was saved since, or the planned change is gone.
  const isCurrent =
    stored?.updatedAt === product.updated_at && planned.some(({ task_id }) => task_id === stored.change.task_id);
  const replaced = isCurrent ? stored.change : null;
  return {
    scheduled,
    isReplacing: replaced !== null,
    /** Puts the values of a planned edit into the form, whose own changes are lost. */
    edit: (change: PlannedChange) => {
      discard();
      if (form.current) for (const { field, to } of change.edits) setProductField(form.current, field, toFormText(to));
      setReplaced({ change, updatedAt: product.updated_at });
    },
    /** Asks when the edits of the form are made. */
    open: () => {
      if (!form.current) return;
      const changes = {
        ...(replaced ? listRestored(form.current, replaced) : {}),
        ...toApiChanges(readProductEdits(new FormData(form.current))),
      };
      setScheduled({ changes, replaced: replaced && { taskId: replaced.task_id, runAt: replaced.run_at } });
    },
    /** @param isScheduled whether they have been planned, so that the form does not keep them */
    close: (isScheduled: boolean) => {
      setScheduled(null);
      if (!isScheduled) return;
      setReplaced(null);
      discard();
      void revalidate();
    },
    /** Sets the form to the stored values; no planned change is replaced then. */
    discard: () => {
      setReplaced(null);
      discard();
    },
  };
}

/** Returns the edits of a planned change whose values the product has now: until then, another change may differ. */
function listRestored(form: HTMLFormElement, { edits }: PlannedChange): Record<string, { from: unknown; to: unknown }> {
  const kept = edits.filter(({ field, to }) => findField(form, field)?.value === toFormText(to));
  return Object.fromEntries(kept.map(({ field, to }) => [field, { from: to, to }]));
}
