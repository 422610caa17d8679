import { ArrowLeft, Scale } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { focusOnMount, StationPanel } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";

/** The tolerance of the API in percent (docs/domain/fulfillment.md, rule 16). */
const TOLERANCE_PERCENT = 5;
const reasons = ["reason_double_packaging", "reason_tissue", "reason_other"] as const;

type WeightDifferenceProps = {
  measuredG: number;
  expectedG: number;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onWeighAgain: () => void;
  onBack: () => void;
};

/** A weight that differs from the expected one by more than the tolerance: weighed again, or confirmed with a reason. */
export function WeightDifference({ measuredG, expectedG, isBusy, ...actions }: WeightDifferenceProps) {
  const { t, formatWeight } = useStationTexts();
  const [reason, setReason] = useState<(typeof reasons)[number] | null>(null);
  const percent = Math.round((Math.abs(measuredG - expectedG) / expectedG) * 100);
  return (
    <div role="alert">
      <StationPanel
        title={t("weight_differs")}
        text={t(measuredG > expectedG ? "weight_heavier" : "weight_lighter", { percent })}
      >
        <div className="flex flex-wrap gap-x-10 gap-y-2">
          <Weight label={t("measured")} className="text-beni-600">
            {formatWeight(measuredG)}
          </Weight>
          <Weight label={t("expected")}>{formatWeight(expectedG)}</Weight>
        </div>
        <WeightScale measuredG={measuredG} expectedG={expectedG} />
        <fieldset>
          <legend className="mb-3 text-ink-3">{t("pick_reason")}</legend>
          <div className="grid gap-3 desk:grid-cols-3">
            {reasons.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === reason}
                onClick={() => setReason(one)}
                className="min-h-16 rounded-lg border border-control bg-card px-4 font-medium hover:bg-hover aria-pressed:border-tokiwa-700 aria-pressed:bg-tokiwa-50 aria-pressed:ring-1 aria-pressed:ring-tokiwa-700"
              >
                {t(one)}
              </button>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button size="xl" kind="quiet" icon={<ArrowLeft size={24} aria-hidden />} onClick={actions.onBack}>
            {t("back")}
          </Button>
          <span className="ml-auto text-ink-3">{reason === null ? t("reason_first") : null}</span>
          <Button
            size="xl"
            disabled={reason === null}
            busy={isBusy}
            onClick={() => (reason === null ? undefined : actions.onConfirm(t(reason)))}
          >
            {t("confirm_weight", { weight: formatWeight(measuredG) })}
          </Button>
          <Button
            size="xl"
            kind="primary"
            ref={focusOnMount}
            icon={<Scale size={24} aria-hidden />}
            onClick={actions.onWeighAgain}
          >
            {t("weigh_again")}
          </Button>
        </div>
      </StationPanel>
    </div>
  );
}

function Weight({ label, className = "", children }: { label: string; className?: string; children: string }) {
  return (
    <p>
      <span className="block text-ink-3">{label}</span>
      <span className={`font-display text-[2.75rem]/12 font-bold desk:text-[3.75rem]/16 ${className}`}>{children}</span>
    </p>
  );
}

/** The measured weight next to the tolerance. The figures are above it. */
function WeightScale({ measuredG, expectedG }: { measuredG: number; expectedG: number }) {
  const { t } = useStationTexts();
  const halfG = Math.max(Math.abs(measuredG - expectedG) * 1.25, expectedG * 0.15);
  const place = (grams: number) => ((grams - expectedG + halfG) / (2 * halfG)) * 100;
  const toleranceG = (expectedG * TOLERANCE_PERCENT) / 100;
  return (
    <div aria-hidden>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-16 w-full overflow-visible">
        <rect width="100" height="10" className="fill-mist" />
        <rect
          x={place(expectedG - toleranceG)}
          width={place(expectedG + toleranceG) - place(expectedG - toleranceG)}
          height="10"
          className="fill-tokiwa-100"
        />
        <rect x={place(measuredG) - 0.25} y="-1.5" width="0.5" height="13" className="fill-beni-600" />
      </svg>
      <p className="mt-3 text-center text-base text-ink-2">{t("tolerance")}</p>
    </div>
  );
}
