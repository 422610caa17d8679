import { fromRub, toRub, toWire, type Currency } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import { dutyOf } from "./duty.ts";
import type { CustomsTax } from "./schema.ts";
import { customsRule } from "./sql.ts";

const CARTON_PERCENT = 8;
const CARTON_MIN_G = 150;

export type CustomsEstimate = { wire: CustomsTax; taxMinor: number; declared: boolean; ruleId: number | null };

/** The weight of the parcel: goods and the carton around them (domain: customs data model), in grams. */
export function parcelWeightG(goodsG: number): number {
  return goodsG === 0 ? 0 : goodsG + Math.max(CARTON_MIN_G, Math.round((goodsG * CARTON_PERCENT) / 100));
}

/**
 * What customs of a country may ask, in the cart's currency. Without a country, or where no rule is known, nothing is claimed.
 * @param productsRubMinor goods without delivery, before discounts, in kopecks.
 */
export async function estimateCustoms(
  db: Db,
  parcel: { country: string | null; productsRubMinor: number; goodsWeightG: number },
  currency: Currency,
  now: Date,
): Promise<CustomsEstimate> {
  const rule = parcel.country ? await customsRule(db, parcel.country, now) : undefined;
  if (!rule) return { wire: { tax: 0, declarate: false, limit: null }, taxMinor: 0, declared: false, ruleId: null };

  const limitCurrency = await currencyByCode(db, rule.limit_currency);
  const duty = dutyOf(
    {
      limitMinor: rule.limit_minor,
      limitWeightG: rule.limit_weight_g,
      dutyPercent: Number(rule.duty_percent),
      dutyBase: rule.duty_base,
      minPerKgMinor: rule.min_per_kg_minor,
      vatPercent: Number(rule.vat_percent),
      vatBase: rule.vat_base,
      feeMinor: 0,
    },
    fromRub(parcel.productsRubMinor, limitCurrency),
    parcelWeightG(parcel.goodsWeightG),
  );
  const feeCurrency = await currencyByCode(db, rule.fee_currency);
  const taxRubMinor = duty.overLimit ? toRub(duty.taxMinor, limitCurrency) + toRub(rule.fee_minor, feeCurrency) : 0;
  const taxMinor = fromRub(taxRubMinor, currency);
  const limitRubMinor = rule.limit_minor === null ? null : toRub(rule.limit_minor, limitCurrency);
  return {
    taxMinor,
    declared: duty.overLimit,
    ruleId: rule.id,
    wire: {
      tax: toWire(taxMinor, currency),
      declarate: duty.overLimit,
      limit: {
        country: rule.country,
        value: rule.limit_minor === null ? null : toWire(rule.limit_minor, limitCurrency),
        iso_code: limitCurrency.code,
        sign: limitCurrency.sign,
        in_cart_currency: limitRubMinor === null ? null : toWire(fromRub(limitRubMinor, currency), currency),
        left:
          limitRubMinor === null
            ? null
            : toWire(fromRub(limitRubMinor, currency) - fromRub(parcel.productsRubMinor, currency), currency),
        weight_g: rule.limit_weight_g,
        valid_from: rule.valid_from,
        source: rule.source,
      },
    },
  };
}
