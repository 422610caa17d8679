import { useState } from "react";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import { createProductSelection } from "./product-selection.ts";

/** Edits of the form that are planned instead of saved, and the planned task that they replace. */
export type ScheduledEdit = Readonly<{ changes: object; replaced: PlannedTask | null }>;
type PlannedTask = Readonly<{ taskId: number; runAt: string }>;

type ScheduleEditDialogProps = {
  productId: number;
  edit: ScheduledEdit;
  /** Called when the dialog is closed, and whether the edits have been planned. */
  onClose: (isScheduled: boolean) => void;
};

/** The choice of the time at which the edits of the form are made. */
export function ScheduleEditDialog({ productId, edit, onClose }: ScheduleEditDialogProps) {
  const { t, format } = useCatalogI18n();
  const hints = [
    ...(edit.replaced ? [t("catalog.schedule_replaces", { time: format.dateTime(edit.replaced.runAt) })] : []),
    t("catalog.schedule_hint"),
  ];
  const [isStarted, setIsStarted] = useState(false);
  return (
    <TaskDialog
      request={{
        ...{ kind: "products.edit", selection: createProductSelection([String(productId)]) },
        input: { changes: edit.changes },
      }}
      subjectKind="product"
      title={t("catalog.schedule_edit")}
      confirmLabel={t("catalog.schedule")}
      plan={{ hint: hints.join(" "), replaced: edit.replaced }}
      onStarted={() => setIsStarted(true)}
      onClose={() => onClose(isStarted)}
    />
  );
}
