import { useState } from "react";
import type { PackingOrder } from "@furoshiki/api/admin/fulfillment/shipments";
import { OpenShipment } from "./open-shipment.tsx";
import { PackedShipment } from "./packed-shipment.tsx";
import { ShippedOrder } from "./shipped-order.tsx";
import { StartPacking } from "./start-packing.tsx";
import { StationHeader } from "./station-header.tsx";
import { StationPanel } from "./station-parts.tsx";
import {
  getStationTexts,
  saveStationLanguage,
  type StationLanguage,
  StationTextsContext,
  useStationTexts,
} from "./station-texts.tsx";

type PackingStationProps = {
  order: PackingOrder;
  /** The person who packs. */
  packer: { id: number; name: string };
  /** The language when the page is loaded. */
  initialLanguage: StationLanguage;
};

/** The packing station: one order, from the first scan to the carrier. It fills the window of a tablet. */
export function PackingStation({ order, packer, initialLanguage }: PackingStationProps) {
  const [language, setLanguage] = useState(initialLanguage);
  const changeLanguage = (chosen: StationLanguage) => {
    saveStationLanguage(chosen);
    setLanguage(chosen);
  };
  return (
    <StationTextsContext value={getStationTexts(language)}>
      <div lang={language} className="flex min-h-dvh flex-col bg-sheet text-[1.125rem]/6.5">
        <StationHeader order={order} packer={packer} onChangeLanguage={changeLanguage} />
        <StationStep order={order} />
      </div>
    </StationTextsContext>
  );
}

/** What has to be done with the order now. */
function StationStep({ order }: { order: PackingOrder }) {
  const { t } = useStationTexts();
  const { status, shipments } = order;
  if (status === "cancelled" || status === "refunded")
    return (
      <main>
        <StationPanel title={t("canceled")} text={t("canceled_text")} />
      </main>
    );
  const open = shipments.find((shipment) => shipment.status === "open");
  if (status === "packing" && open) return <OpenShipment key={open.id} shipment={open} />;
  const packed = shipments.find((shipment) => shipment.status === "packed");
  if (status === "packing" && packed) return <PackedShipment key={packed.id} shipment={packed} />;
  if (status === "paid" || status === "packing") return <StartPacking order={order} />;
  if (shipments.length > 0 && status !== "awaiting_payment") return <ShippedOrder />;
  return (
    <main>
      <StationPanel title={t("cannot_pack")} text={t("cannot_pack_text")} />
    </main>
  );
}
