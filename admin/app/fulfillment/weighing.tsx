import { ArrowLeft, Scale } from "lucide-react";
import { useState } from "react";
import type { Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { Button } from "../ui/button.tsx";
import { StationError, StationField, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";
import type { Packing } from "./use-packing.ts";
import { useStationAction } from "./use-station-action.ts";
import { WeightDifference } from "./weight-difference.tsx";

/** Weighs a shipment that has all its pieces. */
export function Weighing({
  shipment: { id, expected_weight_g: expectedG },
  packing: { queue, sendChanges },
  onBack,
}: {
  shipment: Shipment;
  packing: Pick<Packing, "queue" | "sendChanges">;
  onBack: () => void;
}) {
  const { t, formatWeight } = useStationTexts();
  const { run, isBusy, refusal, error } = useStationAction(sendChanges);
  const [measuredG, setMeasuredG] = useState<number | null>(null);
  const weigh = async (weightG: number, reason?: string) => {
    setMeasuredG(weightG);
    const changes = { weight_g: { from: null, to: weightG } };
    await run(`shipments/${id}`, { method: "PATCH", body: { changes, ...(reason === undefined ? {} : { reason }) } });
  };
  if (refusal?.code === "weight_differs" && measuredG !== null)
    return (
      <WeightDifference
        measuredG={measuredG}
        expectedG={expectedG}
        isBusy={isBusy}
        onConfirm={(reason) => void weigh(measuredG, reason)}
        onWeighAgain={() => setMeasuredG(null)}
        onBack={onBack}
      />
    );
  return (
    <StationPanel title={t("weigh_title")} text={t("weigh_text")}>
      <p>
        <span className="block text-ink-3">{t("expected")}</span>
        <span className="font-display text-[3.75rem]/16 font-bold">{formatWeight(expectedG)}</span>
      </p>
      <StationError>{queue.isOffline ? t("not_sent", { count: queue.waiting.length }) : error}</StationError>
      <StationField
        label={t("weight_in_grams")}
        inputMode="numeric"
        onSubmit={(value) => void weigh(Math.round(Number(value.replace(",", "."))))}
      >
        <Button type="submit" size="xl" kind="primary" busy={isBusy} icon={<Scale size={24} aria-hidden />}>
          {t("weigh")}
        </Button>
      </StationField>
      <div>
        <Button size="xl" kind="quiet" icon={<ArrowLeft size={24} aria-hidden />} onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </StationPanel>
  );
}
