import { Link } from "react-router";
import type { Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button, buttonClass } from "../ui/button.tsx";
import { StationError, StationField, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import { useStationAction } from "./use-station-action.ts";

/** A packed shipment: its label, and its tracking number when it is handed over. */
export function PackedShipment({ shipment: { id, label, tracking, weight_g: weightG } }: { shipment: Shipment }) {
  const { t, formatWeight } = useStationTexts();
  const { run, isBusy, error } = useStationAction();
  return (
    <main>
      <StationPanel title={t("ship_title")} text={t("ship_text")}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
          <dt className="text-ink-3">{t("label")}</dt>
          <dd className="font-medium">
            {label.recipient}, {label.postcode} {label.city}, {label.country}
          </dd>
          <dt className="text-ink-3">{t("measured")}</dt>
          <dd className="font-medium">{weightG === null ? null : formatWeight(weightG)}</dd>
        </dl>
        <StationError>{error}</StationError>
        <StationField
          label={t("tracking_number")}
          defaultValue={tracking?.number ?? ""}
          onSubmit={(number) => void run(`shipments/${id}/ship`, { method: "POST", body: { tracking_number: number } })}
        >
          <Button type="submit" size="xl" kind="primary" busy={isBusy}>
            {t("ship")}
          </Button>
        </StationField>
        <div className="flex flex-wrap gap-3">
          <Link to="/fulfillment/handover" className={buttonClass({ size: "xl" })}>
            {t("hand_over_later")}
          </Link>
          <Button size="xl" kind="quiet" onClick={() => void run(`shipments/${id}/reopen`, { method: "POST" })}>
            {t("reopen")}
          </Button>
        </div>
      </StationPanel>
    </main>
  );
}
