import { convertFromRub, convertToRub, toMajorUnits, type Currency } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { calculateParcelWeight, type DutyRule, calculateDuty } from "./duty.ts";
import { listAllRules, getMaxRubWithinLimit, findRuleInForce, type RuleInForce } from "./rules.ts";
import type { CustomsRule, CustomsTax } from "./schema.ts";

/**
 * The goods of one parcel as customs sees them. Value in kopecks without delivery and before discounts; weight in grams
 * without the carton. `headings` is the number of different six-digit HS codes.
 */
export type CustomsGoods = { productsRubMinor: number; goodsWeightG: number; headings: number };

/** The customs rules of one country at one time. */
export type Customs = {
  rule: RuleInForce;
  limitCurrency: Currency;
  /** The largest duty-free value in kopecks; null: no limit by value. */
  limitRubMinor: number | null;
  calculateTaxRubMinor: (goods: CustomsGoods) => number;
  isOverLimit: (goods: CustomsGoods) => boolean;
};

export type CustomsEstimate = {
  customs: Customs | null;
  country: string | null;
  goods: CustomsGoods;
  taxMinor: number;
  isDeclarable: boolean;
};

/** Returns the customs rules of a country in force now; null if the store has no rule for it. */
export async function getCustoms(db: Db, country: string, now: Date): Promise<Customs | null> {
  const rule = await findRuleInForce(db, country, now);
  if (!rule) return null;
  const limitCurrency = await getAnyCurrency(db, rule.limit_currency);
  const feeRubMinor = convertToRub(rule.fee_minor, await getAnyCurrency(db, rule.fee_currency));
  const calculateForGoods = ({ productsRubMinor, goodsWeightG, headings }: CustomsGoods) =>
    calculateDuty(
      toDutyRule(rule),
      convertFromRub(productsRubMinor, limitCurrency),
      calculateParcelWeight(goodsWeightG),
      headings,
    );
  return {
    rule,
    limitCurrency,
    limitRubMinor: rule.limit_minor === null ? null : getMaxRubWithinLimit(rule.limit_minor, limitCurrency),
    isOverLimit: (goods) => calculateForGoods(goods).isOverLimit,
    calculateTaxRubMinor: (goods) => {
      const { taxMinor, isOverLimit } = calculateForGoods(goods);
      return isOverLimit ? convertToRub(taxMinor, limitCurrency) + feeRubMinor : 0;
    },
  };
}

/** Estimates the customs charge in the cart's currency. Zero without a country or a known rule. */
export async function estimateCustoms(
  db: Db,
  parcel: CustomsGoods & { country: string | null },
  currency: Currency,
  now: Date,
): Promise<CustomsEstimate> {
  const { country, ...goods } = parcel;
  const customs = country ? await getCustoms(db, country, now) : null;
  return {
    customs,
    country,
    goods,
    taxMinor: customs ? convertFromRub(customs.calculateTaxRubMinor(goods), currency) : 0,
    isDeclarable: customs?.isOverLimit(goods) ?? false,
  };
}

/** Serializes the estimate for the API. */
export function serializeCustoms(estimate: CustomsEstimate, currency: Currency, locale: Locale): CustomsTax {
  const { customs, country, goods } = estimate;
  if (!customs)
    return { tax: 0, declarate: false, limit: null, note: country ? formatMessage(locale, "customs_unknown") : "" };
  const { rule, limitCurrency, limitRubMinor } = customs;
  const remainingRubMinor = limitRubMinor === null ? null : limitRubMinor - goods.productsRubMinor;
  return {
    tax: toMajorUnits(estimate.taxMinor, currency),
    declarate: estimate.isDeclarable,
    note: locale === "ru-RU" ? rule.note_ru : rule.note_en,
    limit: {
      rule_id: rule.id,
      country: rule.country,
      value: rule.limit_minor === null ? null : toMajorUnits(rule.limit_minor, limitCurrency),
      iso_code: limitCurrency.code,
      sign: limitCurrency.sign,
      in_cart_currency:
        limitRubMinor === null ? null : toMajorUnits(convertRoundingDown(limitRubMinor, currency), currency),
      left:
        remainingRubMinor === null
          ? null
          : toMajorUnits(
              remainingRubMinor < 0
                ? -convertRoundingUp(-remainingRubMinor, currency)
                : convertRoundingDown(remainingRubMinor, currency),
              currency,
            ),
      weight_g: rule.limit_weight_g,
      duty_percent: Number(rule.duty_percent),
      vat_percent: Number(rule.vat_percent),
      period: rule.period,
      valid_from: rule.valid_from,
      source: rule.source,
    },
  };
}

/** Lists the rules for `/info/custom-tax`: those in force on a date, and the announced ones. */
export async function listRules(db: Db, locale: Locale, date: Date): Promise<CustomsRule[]> {
  const day = date.toISOString().slice(0, 10);
  const rows = (await listAllRules(db)).filter((rule) => rule.valid_to === null || rule.valid_to > day);
  return Promise.all(
    rows.map(async (rule) => {
      const [limitCurrency, feeCurrency] = [
        await getAnyCurrency(db, rule.limit_currency),
        await getAnyCurrency(db, rule.fee_currency),
      ];
      const toMajor = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, limitCurrency));
      return {
        id: rule.id,
        country: rule.country,
        country_name: locale === "ru-RU" ? rule.country_ru : rule.country_en,
        in_force: rule.in_force && rule.valid_from !== null && rule.valid_from <= day,
        valid_from: rule.valid_from,
        limit: toMajor(rule.limit_minor),
        duty_limit: toMajor(rule.duty_limit_minor),
        iso_code: limitCurrency.code,
        sign: limitCurrency.sign,
        weight_g: rule.limit_weight_g,
        duty_percent: Number(rule.duty_percent),
        duty_base: rule.duty_base,
        min_per_kg: toMajorUnits(rule.min_per_kg_minor, limitCurrency),
        per_heading: toMajorUnits(rule.per_heading_minor, limitCurrency),
        vat_percent: Number(rule.vat_percent),
        vat_base: rule.vat_base,
        fee: toMajorUnits(rule.fee_minor, feeCurrency),
        fee_iso_code: feeCurrency.code,
        fee_sign: feeCurrency.sign,
        period: rule.period,
        splitting: rule.splitting,
        note: locale === "ru-RU" ? rule.note_ru : rule.note_en,
        source: rule.source,
        checked_at: rule.checked_at,
        confidence: rule.confidence,
      };
    }),
  );
}

function toDutyRule(rule: RuleInForce): DutyRule {
  return {
    limitMinor: rule.limit_minor,
    limitWeightG: rule.limit_weight_g,
    dutyPercent: Number(rule.duty_percent),
    dutyBase: rule.duty_base,
    minPerKgMinor: rule.min_per_kg_minor,
    vatPercent: Number(rule.vat_percent),
    vatBase: rule.vat_base,
    // In a currency of its own, so it is added later.
    feeMinor: 0,
    dutyLimitMinor: rule.duty_limit_minor,
    perHeadingMinor: rule.per_heading_minor,
  };
}

const getRoundingStep = ({ minorDigits, roundingDigits }: Currency) => 10 ** (minorDigits - roundingDigits);

/** Rounds so that what can still be bought is never overstated and an excess is never understated. */
function convertRoundingDown(rubMinor: number, currency: Currency): number {
  const nearest = convertFromRub(rubMinor, currency);
  return convertToRub(nearest, currency) > rubMinor ? nearest - getRoundingStep(currency) : nearest;
}

function convertRoundingUp(rubMinor: number, currency: Currency): number {
  const nearest = convertFromRub(rubMinor, currency);
  return convertToRub(nearest, currency) < rubMinor ? nearest + getRoundingStep(currency) : nearest;
}
