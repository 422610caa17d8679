import { Link } from "react-router";
import type { CarrierOrder } from "@furoshiki/api/admin/fulfillment/carrier-orders";
import type { Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button, buttonClass } from "../ui/button.tsx";
import { isCurrentOrder, mergeErrors } from "./carrier-actions.ts";
import { StationError, StationField, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import { useCarrierFileDownload } from "./use-carrier-file.ts";
import { useStationAction } from "./use-station-action.ts";

/** A packed shipment: its label, and its tracking number when it is handed over. */
export function PackedShipment({ shipment }: { shipment: Shipment }) {
  const { id, label, tracking, weight_g: weightG } = shipment;
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
        <CdekRegistration shipment={shipment} />
        <StationError>{error}</StationError>
        <StationField
          key={tracking?.number}
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

/** The order of the shipment at CDEK, and the button that creates it; nothing if another carrier takes it. */
function CdekRegistration({ shipment: { id, carrier_order: order, cdek_registration } }: { shipment: Shipment }) {
  const { t } = useStationTexts();
  const { run, isBusy, error, refusal } = useStationAction();
  if (cdek_registration !== "available") return null;
  if (order?.status === "created") return <CdekLabel shipmentId={id} />;
  if (order && isCurrentOrder(order)) return <p>{t(`cdek_${order.status}`)}</p>;
  const refused = refusal?.data["errors"] as CarrierOrder["errors"] | undefined;
  const reasons = refused ?? (order?.status === "refused" && error === null ? order.errors : undefined);
  return (
    <div className="grid gap-3">
      <StationError>{reasons ? `${t("cdek_refused")} ${formatReasons(reasons)}` : error}</StationError>
      <div>
        <Button size="xl" busy={isBusy} onClick={() => void run(`shipments/${id}/cdek-order`, { method: "POST" })}>
          {t("cdek_register")}
        </Button>
      </div>
    </div>
  );
}

/** The button that saves the label of CDEK, and why there is none. */
function CdekLabel({ shipmentId }: { shipmentId: number }) {
  const { t } = useStationTexts();
  const { download, isBusy, failure } = useCarrierFileDownload("label", [shipmentId]);
  const reason = failure?.code ? (t.find(`error_${failure.code}`) ?? failure.message) : t("label_not_loaded");
  return (
    <div className="grid gap-3">
      <p>{t("cdek_created")}</p>
      <StationError>{failure ? reason : null}</StationError>
      <div>
        <Button size="xl" busy={isBusy} onClick={() => void download()}>
          {t("cdek_label")}
        </Button>
      </div>
    </div>
  );
}

function formatReasons(errors: CarrierOrder["errors"]): string {
  return mergeErrors(errors)
    .map(({ code, message }) => message || code)
    .join(". ");
}
