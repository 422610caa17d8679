/** A country's rule in the terms of its own limit currency (minor units, grams). */
export type DutyRule = Readonly<{
  limitMinor: number | null;
  limitWeightG: number | null;
  dutyPercent: number;
  /** What the percentage is taken of: the part above the limit, or everything. */
  dutyBase: "excess" | "whole";
  /** The least duty for a kilogram of weight above the limit. */
  minPerKgMinor: number;
  vatPercent: number;
  vatBase: "excess" | "whole";
  feeMinor: number;
  /** Below this value no duty is asked, only tax; null: the same as the limit. */
  dutyLimitMinor: number | null;
  /** A flat duty for each kind of goods in a parcel below `dutyLimitMinor`. */
  perHeadingMinor: number;
}>;

export type Duty = { taxMinor: number; overLimit: boolean };

/**
 * What customs is likely to ask for a parcel (domain: customs; spec §3 `customs_tax`).
 * Exactly at the limit is free. Where both limits are broken, the larger of the two duties counts.
 * @param valueMinor goods without delivery, before promo and bonus, in the rule's currency.
 * @param weightG gross weight of the parcel in grams.
 * @param headings kinds of goods in it: different customs codes of six digits.
 */
export function dutyOf(rule: DutyRule, valueMinor: number, weightG: number, headings = 1): Duty {
  const excessValue = rule.limitMinor === null ? 0 : Math.max(0, valueMinor - rule.limitMinor);
  const excessWeight = rule.limitWeightG === null ? 0 : Math.max(0, weightG - rule.limitWeightG);
  const overLimit = excessValue > 0 || excessWeight > 0;
  if (!overLimit) return { taxMinor: 0, overLimit };

  const duty = ordinaryDuty(rule, valueMinor, excessWeight, weightG) + flatDuty(rule, valueMinor, headings);
  const vat = (((rule.vatBase === "whole" ? valueMinor : excessValue) + duty) * rule.vatPercent) / 100;
  return { taxMinor: Math.round(duty + vat + rule.feeMinor), overLimit };
}

function ordinaryDuty(rule: DutyRule, valueMinor: number, excessWeightG: number, weightG: number): number {
  const dutiable = Math.max(0, valueMinor - (rule.dutyLimitMinor ?? rule.limitMinor ?? valueMinor));
  if (dutiable === 0 && excessWeightG === 0) return 0;
  const isWhole = rule.dutyBase === "whole";
  const byValue = ((isWhole ? valueMinor : dutiable) * rule.dutyPercent) / 100;
  return Math.max(byValue, (rule.minPerKgMinor * (isWhole ? weightG : excessWeightG)) / 1000);
}

function flatDuty(rule: DutyRule, valueMinor: number, headings: number): number {
  return rule.dutyLimitMinor !== null && valueMinor < rule.dutyLimitMinor ? rule.perHeadingMinor * headings : 0;
}
