import { fromRub, toRub, toWire, type Currency } from "../money/currency.ts";
import { countedCurrency } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import { type DutyRule, dutyOf } from "./duty.ts";
import { allRules, mostRubWithin, ruleOf, type RuleInForce } from "./rules.ts";
import type { CustomsRule, CustomsTax } from "./schema.ts";

const CARTON_PERCENT = 8;
const CARTON_MIN_G = 150;

/** Goods in one parcel: what customs looks at. Values in kopecks without delivery, before discounts; weights in grams without the carton. */
export type CustomsGoods = { productsRubMinor: number; goodsWeightG: number; headings: number };

/** What customs of one country asks at one moment. */
export type Customs = {
  rule: RuleInForce;
  limitCurrency: Currency;
  /** The largest value in kopecks that is free; null: no limit by value. */
  limitRubMinor: number | null;
  taxRubMinor: (goods: CustomsGoods) => number;
  isOver: (goods: CustomsGoods) => boolean;
};

export type CustomsEstimate = {
  customs: Customs | null;
  country: string | null;
  goods: CustomsGoods;
  taxMinor: number;
  declared: boolean;
};

/** The weight of the parcel: goods and the carton around them (domain: customs data model), in grams. */
export function parcelWeightG(goodsG: number): number {
  return goodsG === 0 ? 0 : goodsG + Math.max(CARTON_MIN_G, Math.round((goodsG * CARTON_PERCENT) / 100));
}

/** The rule of a country that holds now, ready to be asked; null where the shop knows none. */
export async function customsOf(db: Db, country: string, now: Date): Promise<Customs | null> {
  const rule = await ruleOf(db, country, now);
  if (!rule) return null;
  const limitCurrency = await countedCurrency(db, rule.limit_currency);
  const feeRubMinor = toRub(rule.fee_minor, await countedCurrency(db, rule.fee_currency));
  const duty = ({ productsRubMinor, goodsWeightG, headings }: CustomsGoods) =>
    dutyOf(dutyRule(rule), fromRub(productsRubMinor, limitCurrency), parcelWeightG(goodsWeightG), headings);
  return {
    rule,
    limitCurrency,
    limitRubMinor: rule.limit_minor === null ? null : mostRubWithin(rule.limit_minor, limitCurrency),
    isOver: (goods) => duty(goods).overLimit,
    taxRubMinor: (goods) => {
      const { taxMinor, overLimit } = duty(goods);
      return overLimit ? toRub(taxMinor, limitCurrency) + feeRubMinor : 0;
    },
  };
}

/** What customs of a country may ask, in the cart's currency. Without a country, or where no rule is known, nothing is claimed. */
export async function estimateCustoms(
  db: Db,
  parcel: CustomsGoods & { country: string | null },
  currency: Currency,
  now: Date,
): Promise<CustomsEstimate> {
  const { country, ...goods } = parcel;
  const customs = country ? await customsOf(db, country, now) : null;
  return {
    customs,
    country,
    goods,
    taxMinor: customs ? fromRub(customs.taxRubMinor(goods), currency) : 0,
    declared: customs?.isOver(goods) ?? false,
  };
}

/** The estimate in the contract's words. */
export function wireCustoms(estimate: CustomsEstimate, currency: Currency, locale: Locale): CustomsTax {
  const { customs, country, goods } = estimate;
  if (!customs) return { tax: 0, declarate: false, limit: null, note: country ? text(locale, "customs_unknown") : "" };
  const { rule, limitCurrency, limitRubMinor } = customs;
  const left = limitRubMinor === null ? null : limitRubMinor - goods.productsRubMinor;
  return {
    tax: toWire(estimate.taxMinor, currency),
    declarate: estimate.declared,
    note: locale === "ru-RU" ? rule.note_ru : rule.note_en,
    limit: {
      rule_id: rule.id,
      country: rule.country,
      value: rule.limit_minor === null ? null : toWire(rule.limit_minor, limitCurrency),
      iso_code: limitCurrency.code,
      sign: limitCurrency.sign,
      in_cart_currency: limitRubMinor === null ? null : toWire(downFromRub(limitRubMinor, currency), currency),
      left:
        left === null ? null : toWire(left < 0 ? -upFromRub(-left, currency) : downFromRub(left, currency), currency),
      weight_g: rule.limit_weight_g,
      duty_percent: Number(rule.duty_percent),
      vat_percent: Number(rule.vat_percent),
      period: rule.period,
      valid_from: rule.valid_from,
      source: rule.source,
    },
  };
}

/** The table of rules as `/info/custom-tax` shows it: what holds on a day, and what is announced. */
export async function listRules(db: Db, locale: Locale, at: Date): Promise<CustomsRule[]> {
  const day = at.toISOString().slice(0, 10);
  const rows = (await allRules(db)).filter((rule) => rule.valid_to === null || rule.valid_to > day);
  return Promise.all(
    rows.map(async (rule) => {
      const [limitIn, feeIn] = [
        await countedCurrency(db, rule.limit_currency),
        await countedCurrency(db, rule.fee_currency),
      ];
      const wire = (minor: number | null) => (minor === null ? null : toWire(minor, limitIn));
      return {
        id: rule.id,
        country: rule.country,
        country_name: locale === "ru-RU" ? rule.country_ru : rule.country_en,
        in_force: rule.in_force && rule.valid_from !== null && rule.valid_from <= day,
        valid_from: rule.valid_from,
        limit: wire(rule.limit_minor),
        duty_limit: wire(rule.duty_limit_minor),
        iso_code: limitIn.code,
        sign: limitIn.sign,
        weight_g: rule.limit_weight_g,
        duty_percent: Number(rule.duty_percent),
        duty_base: rule.duty_base,
        min_per_kg: toWire(rule.min_per_kg_minor, limitIn),
        per_heading: toWire(rule.per_heading_minor, limitIn),
        vat_percent: Number(rule.vat_percent),
        vat_base: rule.vat_base,
        fee: toWire(rule.fee_minor, feeIn),
        fee_iso_code: feeIn.code,
        fee_sign: feeIn.sign,
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

function dutyRule(rule: RuleInForce): DutyRule {
  return {
    limitMinor: rule.limit_minor,
    limitWeightG: rule.limit_weight_g,
    dutyPercent: Number(rule.duty_percent),
    dutyBase: rule.duty_base,
    minPerKgMinor: rule.min_per_kg_minor,
    vatPercent: Number(rule.vat_percent),
    vatBase: rule.vat_base,
    // Asked in a currency of its own, so it is added afterwards.
    feeMinor: 0,
    dutyLimitMinor: rule.duty_limit_minor,
    perHeadingMinor: rule.per_heading_minor,
  };
}

const step = ({ minorDigits, roundingDigits }: Currency) => 10 ** (minorDigits - roundingDigits);

/** What can still be bought is never overstated, what is too much never understated. */
function downFromRub(rubMinor: number, currency: Currency): number {
  const near = fromRub(rubMinor, currency);
  return toRub(near, currency) > rubMinor ? near - step(currency) : near;
}

function upFromRub(rubMinor: number, currency: Currency): number {
  const near = fromRub(rubMinor, currency);
  return toRub(near, currency) < rubMinor ? near + step(currency) : near;
}
