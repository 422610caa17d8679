const CARTON_PERCENT = 8;
const CARTON_MIN_G = 150;

/** The rule of a country in its own limit currency (minor units, grams). */
export type DutyRule = Readonly<{
  limitMinor: number | null;
  limitWeightG: number | null;
  dutyPercent: number;
  /** The base of the percentage: the part above the limit, or the whole value. */
  dutyBase: "excess" | "whole";
  /** Minimum duty per kilogram of weight above the limit. */
  minPerKgMinor: number;
  vatPercent: number;
  vatBase: "excess" | "whole";
  feeMinor: number;
  /** No duty is charged below this value, only VAT; null: the same as the limit. */
  dutyLimitMinor: number | null;
  /** Flat duty per kind of goods in a parcel below `dutyLimitMinor`. */
  perHeadingMinor: number;
}>;

export type Duty = { taxMinor: number; isOverLimit: boolean };

/**
 * Calculates the customs charge to expect for a parcel (docs/domain/customs.md).
 * A parcel exactly at the limit is free. If both limits are exceeded, the larger of the two duties applies.
 * @param valueMinor goods without delivery, before promo code and points, in the rule's currency
 * @param weightG gross weight of the parcel in grams
 * @param headings number of different kinds of goods: six-digit HS codes
 */
export function calculateDuty(rule: DutyRule, valueMinor: number, weightG: number, headings = 1): Duty {
  const excessValue = rule.limitMinor === null ? 0 : Math.max(0, valueMinor - rule.limitMinor);
  const excessWeight = rule.limitWeightG === null ? 0 : Math.max(0, weightG - rule.limitWeightG);
  const isOverLimit = excessValue > 0 || excessWeight > 0;
  if (!isOverLimit) return { taxMinor: 0, isOverLimit };

  const duty =
    calculatePercentageDuty(rule, valueMinor, excessWeight, weightG) + calculateFlatDuty(rule, valueMinor, headings);
  const vat = (((rule.vatBase === "whole" ? valueMinor : excessValue) + duty) * rule.vatPercent) / 100;
  return { taxMinor: Math.round(duty + vat + rule.feeMinor), isOverLimit };
}

function calculatePercentageDuty(rule: DutyRule, valueMinor: number, excessWeightG: number, weightG: number): number {
  const dutiable = Math.max(0, valueMinor - (rule.dutyLimitMinor ?? rule.limitMinor ?? valueMinor));
  if (dutiable === 0 && excessWeightG === 0) return 0;
  const isWhole = rule.dutyBase === "whole";
  const byValue = ((isWhole ? valueMinor : dutiable) * rule.dutyPercent) / 100;
  return Math.max(byValue, (rule.minPerKgMinor * (isWhole ? weightG : excessWeightG)) / 1000);
}

function calculateFlatDuty(rule: DutyRule, valueMinor: number, headings: number): number {
  return rule.dutyLimitMinor !== null && valueMinor < rule.dutyLimitMinor ? rule.perHeadingMinor * headings : 0;
}

/** Returns the weight of the parcel in grams: goods and an estimated carton (docs/domain/customs.md). */
export function calculateParcelWeight(goodsG: number): number {
  return goodsG === 0 ? 0 : goodsG + Math.max(CARTON_MIN_G, Math.round((goodsG * CARTON_PERCENT) / 100));
}
