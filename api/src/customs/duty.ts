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
}>;

export type Duty = { taxMinor: number; overLimit: boolean };

/**
 * What customs is likely to ask for a parcel (domain: customs; spec §3 `customs_tax`).
 * Exactly at the limit is free. Where both limits are broken, the larger of the two duties counts.
 * @param valueMinor goods without delivery, before promo and bonus, in the rule's currency.
 * @param weightG gross weight of the parcel in grams.
 */
export function dutyOf(rule: DutyRule, valueMinor: number, weightG: number): Duty {
  const excessValue = rule.limitMinor === null ? 0 : Math.max(0, valueMinor - rule.limitMinor);
  const excessWeight = rule.limitWeightG === null ? 0 : Math.max(0, weightG - rule.limitWeightG);
  const overLimit = excessValue > 0 || excessWeight > 0;
  if (!overLimit) return { taxMinor: 0, overLimit };

  const base = (of: "excess" | "whole") => (of === "whole" ? valueMinor : excessValue);
  const byWeight = (rule.minPerKgMinor * (rule.dutyBase === "whole" ? weightG : excessWeight)) / 1000;
  const duty = Math.max((base(rule.dutyBase) * rule.dutyPercent) / 100, byWeight);
  const vat = ((base(rule.vatBase) + duty) * rule.vatPercent) / 100;
  return { taxMinor: Math.round(duty + vat + rule.feeMinor), overLimit };
}
