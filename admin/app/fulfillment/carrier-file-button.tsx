import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, type ButtonStyle } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import type { CarrierFileKind } from "./print-shipments.ts";
import { useCarrierFileDownload } from "./use-carrier-file.ts";

type CarrierFileButtonProps = Pick<ButtonStyle, "size"> & {
  kind: CarrierFileKind;
  shipmentIds: readonly number[];
  children: ReactNode;
};

/** A button that saves what CDEK prints for shipments. If nothing was printed, the reason is below it. */
export function CarrierFileButton({ kind, shipmentIds, size = "sm", children }: CarrierFileButtonProps) {
  const { t } = useI18n();
  const { download, isBusy, failure } = useCarrierFileDownload(kind, shipmentIds);
  return (
    <div className="grid justify-items-start gap-2">
      <Button size={size} busy={isBusy} icon={<Printer size={16} aria-hidden />} onClick={() => void download()}>
        {children}
      </Button>
      {failure ? <Note tone="error">{failure.message ?? t("fulfillment.file_not_loaded")}</Note> : null}
    </div>
  );
}
