import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import type { ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Dialog } from "./dialog.tsx";

type LazyDialogProps = {
  /** The dialog, a component made by `lazy`. */
  children: ReactNode;
  onClose: () => void;
};

/** Shows a dialog whose code is loaded when it is opened. If that fails, another dialog says so, and the page stays. */
export function LazyDialog({ children, onClose }: LazyDialogProps) {
  const { t } = useI18n();
  const failure = (
    <Dialog title={t("ui.dialog_not_loaded")} closeLabel={t("ui.close")} onClose={onClose}>
      <p className="text-ink-2">{t("ui.dialog_not_loaded_text")}</p>
    </Dialog>
  );
  return <SectionBoundary errorFallback={failure}>{children}</SectionBoundary>;
}
