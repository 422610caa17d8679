import { Download, ExternalLink, LoaderCircle, Printer } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, type ButtonStyle } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { chunk } from "./chunk.ts";
import { MAX_CARRIER_FILE_SHIPMENTS } from "./carrier-actions.ts";
import { createMergedFilePath, documentKinds, type PrintTarget } from "./document-actions.ts";
import {
  type CarrierFileKind,
  carrierFileKinds,
  formatTarget,
  MAX_TARGETS,
  type ShipmentPrints,
} from "./print-shipments.ts";
import { createCarrierFileName, useCarrierFile } from "./use-carrier-file.ts";

/** The most documents that the API merges into one file. */
const MAX_MERGED_DOCUMENTS = 100;

type PrintMenuProps = Pick<ButtonStyle, "size"> & {
  /** The orders or shipments whose documents are printed. */
  targets: readonly PrintTarget[];
};

/** A button that opens a dialog, in which the documents to print are chosen. */
export function PrintMenu({ targets, size = "sm" }: PrintMenuProps) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size={size} icon={<Printer size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t("fulfillment.print_documents")}…
      </Button>
      {isOpen ? <PrintDialog targets={targets} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function PrintDialog({ targets, onClose }: Pick<PrintMenuProps, "targets"> & { onClose: () => void }) {
  const { t } = useI18n();
  const { Form, data, state } = useFetcher<ShipmentPrints>();
  const isTooMany = targets.length > MAX_TARGETS;
  return (
    <Dialog title={t("fulfillment.print_documents")} closeLabel={t("ui.close")} onClose={onClose}>
      <div className="grid gap-4">
        {isTooMany ? <Note tone="error">{t("fulfillment.print_too_many", { count: MAX_TARGETS })}</Note> : null}
        <Form method="post" action="/fulfillment/print" className="grid gap-3">
          {targets.map((target) => (
            <input key={formatTarget(target)} type="hidden" name="target" value={formatTarget(target)} />
          ))}
          <p className="text-ink-2">{t("fulfillment.print_menu_text")}</p>
          <fieldset className="grid gap-0.5">
            <legend className="mb-1 text-xs font-medium">{t("fulfillment.kinds")}</legend>
            {documentKinds.map((kind) => (
              <KindChoice
                key={kind}
                kind={kind}
                label={t(`fulfillment.kind_${kind}`)}
                isChecked={kind === "packing_slip"}
              />
            ))}
            {carrierFileKinds.map((kind) => (
              <KindChoice key={kind} kind={kind} label={t(`shipments.cdek_${kind}`)} />
            ))}
          </fieldset>
          <div className="flex justify-end">
            <Button type="submit" kind="primary" size="md" busy={state !== "idle"} disabled={isTooMany}>
              {t("fulfillment.print")}
            </Button>
          </div>
        </Form>
        <div role="status">{data && state === "idle" ? <PrintedFiles prints={data} /> : null}</div>
      </div>
    </Dialog>
  );
}

function KindChoice({ kind, label, isChecked = false }: { kind: string; label: string; isChecked?: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 desk:min-h-8">
      <input type="checkbox" name="kind" value={kind} defaultChecked={isChecked} className="checkbox" />
      {label}
    </label>
  );
}

/** The files that were printed, and why others were not. */
function PrintedFiles({
  prints: { documentIds, carrierFiles, carrierShipmentIds, failures },
}: {
  prints: ShipmentPrints;
}) {
  const { t } = useI18n();
  const hasCarrierFiles = carrierFiles.length > 0 && carrierShipmentIds.length > 0;
  if (documentIds.length === 0 && !hasCarrierFiles && failures.length === 0)
    return <Note tone="warn">{t("fulfillment.print_nothing_chosen")}</Note>;
  return (
    <div className="grid gap-2.5">
      {chunk(documentIds, MAX_MERGED_DOCUMENTS).map((ids) => (
        <a
          key={ids[0]}
          href={createMergedFilePath(ids)}
          target="_blank"
          rel="noreferrer"
          className="link flex min-h-8 items-center gap-2 font-medium"
        >
          <ExternalLink size={16} aria-hidden className="shrink-0" />
          {t("fulfillment.open_documents", { count: ids.length })}
        </a>
      ))}
      {hasCarrierFiles
        ? carrierFiles.flatMap((kind) =>
            chunk(carrierShipmentIds, MAX_CARRIER_FILE_SHIPMENTS).map((ids) => (
              <CarrierFileLink key={`${kind} ${ids[0]}`} kind={kind} shipmentIds={ids} />
            )),
          )
        : null}
      {failures.length > 0 ? (
        <Note tone="error">
          <ul>
            {failures.map(({ order_id: id, message }) => (
              <li key={`${id} ${message}`}>
                {t("fulfillment.print_failed", {
                  number: formatOrderNumber(id),
                  message: message ?? t("fulfillment.no_carrier_number"),
                })}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
    </div>
  );
}

function CarrierFileLink({ kind, shipmentIds }: { kind: CarrierFileKind; shipmentIds: readonly number[] }) {
  const { t } = useI18n();
  const [file, reload] = useCarrierFile(kind, shipmentIds);
  if (file.state === "loading")
    return (
      <p className="flex min-h-8 items-center gap-2 text-ink-2">
        <LoaderCircle size={16} aria-hidden className="shrink-0 animate-spin" />
        {t(`fulfillment.preparing_${kind}`)}
      </p>
    );
  if (file.state === "failed")
    return (
      <Note tone="error">
        <p>{file.failure.message ?? t("fulfillment.file_not_loaded")}</p>
        <button type="button" onClick={reload} className="link min-h-8 font-medium">
          {t("fulfillment.load_again")}
        </button>
      </Note>
    );
  return (
    <a
      href={file.url}
      download={createCarrierFileName(kind, shipmentIds)}
      className="link flex min-h-8 items-center gap-2 font-medium"
    >
      <Download size={16} aria-hidden className="shrink-0" />
      {t(`fulfillment.download_${kind}`, { count: shipmentIds.length })}
    </a>
  );
}
