import type { FacetStep } from "@furoshiki/api/catalogue";
import type { Shop } from "../lib/shop.tsx";

type StepsProps = {
  name: string;
  /** The choice of no bound. */
  any: string;
  steps: readonly FacetStep[];
  chosen: number | null;
  textOf: (min: number) => string;
};

/** One bound of several, or none; a bound that no product reaches is offered only where it is chosen. */
export function Steps({ name, any, steps, chosen, textOf }: StepsProps) {
  const offered = steps.filter(({ min, count }) => count > 0 || min === chosen);
  return (
    <div className="mt-2.5">
      <label className="filter-row">
        <input type="radio" name={name} value="" defaultChecked={chosen === null} className="radio" />
        <span className="grow">{any}</span>
      </label>
      {offered.map(({ min, count }) => (
        <label key={min} className="filter-row">
          <input type="radio" name={name} value={min} defaultChecked={chosen === min} className="radio" />
          <span className="grow">{textOf(min)}</span>
          <span className="num text-xs text-ink-3">{count}</span>
        </label>
      ))}
    </div>
  );
}

export const ratingText = ({ t }: Shop, stars: number) => t("filters.rating_from", { stars });

/** The first step is any drop at all. */
export const discountText = ({ t, format }: Shop, percent: number) =>
  percent === 1 ? t("filters.discount_some") : t("filters.discount_from", { percent: format.percent(percent) });
