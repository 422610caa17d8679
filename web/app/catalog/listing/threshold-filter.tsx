import type { FacetStep } from "@furoshiki/api/catalog";
import type { I18n } from "../../i18n/use-i18n.tsx";

type ThresholdFilterProps = {
  name: string;
  /** Label of the choice without a threshold. */
  anyLabel: string;
  steps: readonly FacetStep[];
  selected: number | null;
  getLabel: (min: number) => string;
};

/**
 * Radio buttons for one of several thresholds or none. A threshold without products is only shown if it is selected.
 */
export function ThresholdFilter({ name, anyLabel, steps, selected, getLabel }: ThresholdFilterProps) {
  const visibleSteps = steps.filter(({ min, count }) => count > 0 || min === selected);
  return (
    <div className="mt-2.5">
      <label className="filter-row">
        <input type="radio" name={name} value="" defaultChecked={selected === null} className="radio" />
        <span className="grow">{anyLabel}</span>
      </label>
      {visibleSteps.map(({ min, count }) => (
        <label key={min} className="filter-row">
          <input type="radio" name={name} value={min} defaultChecked={selected === min} className="radio" />
          <span className="grow">{getLabel(min)}</span>
          <span className="num text-xs text-ink-3">{count}</span>
        </label>
      ))}
    </div>
  );
}

/** Formats a rating threshold. */
export const formatRatingThreshold = ({ t }: I18n, stars: number) => t("filters.rating_from", { stars });

/** Formats a discount threshold; 1 percent means any discount. */
export const formatDiscountThreshold = ({ t, format }: I18n, percent: number) =>
  percent === 1 ? t("filters.discount_some") : t("filters.discount_from", { percent: format.percent(percent) });
