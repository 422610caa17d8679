import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { StatusChangeKind } from "@furoshiki/api/admin/catalog-admin/bulk";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import type { ListSelection } from "../tasks/task-requests.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const steps: readonly StatusChangeKind[] = ["publish", "hide", "discontinue"];

type ScheduleStatusProps = {
  selection: ListSelection;
  size?: "sm" | "md";
  /** Called when the dialog is closed after the change was planned. */
  onScheduled?: () => void;
};

/** A button that plans the publication of products, or that they are hidden or discontinued. */
export function ScheduleStatus({ selection, size = "sm", onScheduled }: ScheduleStatusProps) {
  const { t } = useCatalogI18n();
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<StatusChangeKind | "choice" | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const close = () => {
    setStep(null);
    setIsStarted(false);
    if (!isStarted) return;
    onScheduled?.();
    void revalidate();
  };
  return (
    <>
      <Button size={size} icon={<CalendarClock size={16} aria-hidden />} onClick={() => setStep("choice")}>
        {t("catalog.schedule")}…
      </Button>
      {step === "choice" ? (
        <Dialog title={t("catalog.schedule_status")} closeLabel={t("ui.close")} onClose={close}>
          <div className="grid gap-2">
            {steps.map((one) => (
              <Button key={one} size="md" onClick={() => setStep(one)}>
                {t(`catalog.do_${one}`)}…
              </Button>
            ))}
          </div>
        </Dialog>
      ) : null}
      {step !== null && step !== "choice" ? (
        <TaskDialog
          request={{ kind: "products.update", selection, input: { change: step } }}
          subjectKind="product"
          title={t(`tasks.kind_products.update.${step}`)}
          confirmLabel={t("catalog.schedule")}
          plan={{ hint: t("catalog.schedule_status_hint") }}
          onStarted={() => setIsStarted(true)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
