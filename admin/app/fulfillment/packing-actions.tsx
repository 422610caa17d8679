import { ArrowRight, Barcode, Camera, Keyboard, PackageX, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Shipment, ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button } from "../ui/button.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { isCameraScanningSupported } from "./barcode-detector.ts";
import { CameraScanner } from "./camera-scanner.tsx";
import { StationError, StationField } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import type { Packing } from "./use-packing.ts";
import { useStationAction } from "./use-station-action.ts";

type PackingActionsProps = {
  shipment: Shipment;
  packing: Packing;
  /** The item that is scanned next. */
  current: ShipmentItem | null;
  /** The number of pieces that are not in the box. */
  left: number;
  onWeigh: () => void;
};

/** The actions of a packer other than scanning, and the next step. */
export function PackingActions({ shipment, packing, current, left, onWeigh }: PackingActionsProps) {
  const { t } = useStationTexts();
  const [form, setForm] = useState<"code" | "missing" | "camera" | null>(null);
  const hasCamera = useHydrated() && isCameraScanningSupported();
  const toggle = (name: "code" | "missing" | "camera") => setForm(form === name ? null : name);
  return (
    <footer className="bottom-0 grid gap-3 desk:sticky border-t border-edge bg-card px-4 py-3.5 desk:px-6">
      {form === "code" ? <CodeForm onSubmit={packing.scan} onClose={() => setForm(null)} /> : null}
      {form === "missing" && current ? <MissingItemForm shipment={shipment} item={current} packing={packing} /> : null}
      {form === "camera" ? <CameraScanner onScan={packing.scan} onClose={() => setForm(null)} /> : null}
      <div className="grid grid-cols-2 items-center gap-3 desk:flex desk:flex-wrap">
        {current ? (
          <>
            <Button size="xl" icon={<PackageX size={24} aria-hidden />} onClick={() => toggle("missing")}>
              {t("missing_item")}
            </Button>
            {hasCamera ? (
              <Button
                size="xl"
                icon={<Camera size={24} aria-hidden />}
                aria-pressed={form === "camera"}
                onClick={() => toggle("camera")}
              >
                {t("camera")}
              </Button>
            ) : null}
            <Button size="xl" icon={<Keyboard size={24} aria-hidden />} onClick={() => toggle("code")}>
              {t("add_code")}
            </Button>
            <Button size="xl" icon={<Barcode size={24} aria-hidden />} onClick={() => packing.addPiece(current.line)}>
              {t("confirm_piece")}
            </Button>
          </>
        ) : null}
        {packing.pieces.length > 0 ? (
          <Button size="xl" kind="quiet" icon={<Undo2 size={24} aria-hidden />} onClick={packing.undoLast}>
            {t("undo_last")}
          </Button>
        ) : null}
        <div className="grid items-center gap-3 max-desk:col-span-2 desk:ml-auto desk:flex">
          <span className="text-right text-ink-3">{left > 0 ? t("pieces_left", { count: left }) : null}</span>
          <Button size="xl" kind="primary" disabled={left > 0} onClick={onWeigh}>
            {t("to_weight")} <ArrowRight size={24} aria-hidden />
          </Button>
        </div>
      </div>
    </footer>
  );
}

/** For a code that the scanner cannot read. */
function CodeForm({ onSubmit, onClose }: { onSubmit: (code: string) => void; onClose: () => void }) {
  const { t } = useStationTexts();
  return (
    <StationField
      label={t("code")}
      onSubmit={(code) => {
        onSubmit(code);
        onClose();
      }}
    >
      <Button type="submit" size="xl" kind="primary">
        {t("add_code")}
      </Button>
      <Button size="xl" kind="quiet" onClick={onClose}>
        {t("close")}
      </Button>
    </StationField>
  );
}

/** Moves the pieces of an item that are not there to another shipment. */
function MissingItemForm({
  shipment,
  item,
  packing: { queue, sendChanges },
}: {
  shipment: Shipment;
  item: ShipmentItem;
  packing: Packing;
}) {
  const { t } = useStationTexts();
  const { run, isBusy, error } = useStationAction(sendChanges);
  const items = [{ line: item.line, quantity: item.quantity - item.packed }];
  return (
    <div className="grid gap-3">
      <p>{t("missing_item_text")}</p>
      <StationError>{queue.isOffline ? t("not_sent", { count: queue.waiting.length }) : error}</StationError>
      <div>
        <Button
          size="xl"
          busy={isBusy}
          onClick={() => void run(`shipments/${shipment.id}/split`, { method: "POST", body: { items } })}
        >
          {t("missing_item_confirm")}
        </Button>
      </div>
    </div>
  );
}
