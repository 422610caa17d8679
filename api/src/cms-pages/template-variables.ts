import { escapeHtml } from "../../../design-system/text/html.ts";
import { earnPercent, validityDays, payPercent } from "../loyalty/settings.ts";
import { commercialQty, newProductDays, orderMaxMinor, qtyMax } from "../catalog/settings.ts";
import { payWithinMinutes } from "../checkout/settings.ts";
import { formatThreshold, renderAmounts } from "../content/texts/amounts.ts";
import { convertFromRub } from "../money/currency.ts";
import { formatMoney as formatAmount } from "../money/format.ts";
import { contactsEn, contactsRu } from "../content/store-profile/contact-settings.ts";
import { returnDays } from "../orders/settings.ts";
import { flatPriceMinor, freeFromMinor } from "../delivery/settings.ts";
import type { CustomsRule } from "../customs/schema.ts";
import { mainCountry } from "../customs/settings.ts";
import { findExportLimits } from "../customs/rules.ts";
import { listRules } from "../customs/service.ts";
import { getStoreProfile } from "../platform/store-profile/store-profile.ts";
import { getStoreName } from "../platform/store-profile/store-name.ts";
import { legalEntity } from "../platform/store-profile/settings.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type Setting, getSetting } from "../platform/settings/settings.ts";
import { giftCardValidityDays } from "../gift-cards/settings.ts";
import {
  type TemplateContext,
  formatDate,
  formatKilograms,
  formatMoney,
  formatNumber,
  formatPercent,
} from "./formatters.ts";

/** The excess over the duty-free limit in the example parcel, as a multiple of the limit. */
const EXAMPLE_EXCESS = 1.25;

/** Returns the value of a template variable as text. */
type TemplateVariable = (context: TemplateContext) => Promise<string>;

/** Creates a variable of a ruble amount, in the currency of the shopper. */
const createAmountVariable =
  (setting: Setting<number>, format: typeof formatThreshold): TemplateVariable =>
  async ({ db, locale, currency }) =>
    format(await getSetting(db, setting), currency, locale);
const formatPrice: typeof formatThreshold = (rubMinor, currency, locale) =>
  formatAmount(convertFromRub(rubMinor, currency), currency, locale);
const createCountVariable =
  (setting: Setting<number>): TemplateVariable =>
  async ({ db, locale }) =>
    formatNumber(locale, await getSetting(db, setting));
const createPercentVariable =
  (setting: Setting<number>): TemplateVariable =>
  async ({ db, locale }) =>
    formatPercent(locale, await getSetting(db, setting));
const createContactVariable =
  (kind: "company" | "address" | "email" | "whatsapp"): TemplateVariable =>
  async ({ db, locale }) =>
    (await getSetting(db, locale === "ru-RU" ? contactsRu : contactsEn)).find((contact) => contact.kind === kind)
      ?.value ?? "";

type LegalEntity = NonNullable<typeof legalEntity.fallback>;

/** Creates a variable of a detail of the legal entity; empty until the setting is made. */
function createLegalEntityVariable(format: (entity: LegalEntity) => string): TemplateVariable {
  return async ({ db }) => {
    const entity = await getSetting(db, legalEntity);
    return entity ? format(entity) : "";
  };
}

/** Creates a variable of the customs rule in force in the main destination country; empty if there is none. */
function createCustomsRuleVariable(format: (rule: CustomsRule, locale: Locale) => string): TemplateVariable {
  return async ({ db, locale, now }) => {
    const country = await getSetting(db, mainCountry);
    const rule = (await listRules(db, locale, now)).find(
      (candidate) => candidate.country === country && candidate.in_force,
    );
    return rule ? format(rule, locale) : "";
  };
}

/**
 * Creates a variable of an example parcel above the duty-free limit: its value, the excess over the limit, or the duty
 * on the excess, in the currency of the rule.
 */
function createCustomsExampleVariable(
  format: (parcel: { value: number; excess: number; duty: number }) => number,
): TemplateVariable {
  return createCustomsRuleVariable(({ limit, duty_percent, iso_code }, locale) => {
    if (limit === null) return "";
    const excess = limit * EXAMPLE_EXCESS;
    return formatMoney(
      locale,
      format({ value: limit + excess, excess, duty: (excess * duty_percent) / 100 }),
      iso_code,
    );
  });
}

/**
 * Variables that page texts can use, such as `{{delivery.flat_price}}`. Texts always show the current setting or rule, so
 * they cannot contradict what the shop does.
 */
export const templateVariables: Readonly<Record<string, TemplateVariable>> = {
  "delivery.flat_price": createAmountVariable(flatPriceMinor, formatPrice),
  "delivery.free_from": createAmountVariable(freeFromMinor, formatThreshold),
  "cart.max_order": createAmountVariable(orderMaxMinor, formatPrice),
  "checkout.pay_within_minutes": createCountVariable(payWithinMinutes),
  "cart.commercial_quantity": createCountVariable(commercialQty),
  "cart.max_quantity": createCountVariable(qtyMax),
  "catalog.new_product_days": createCountVariable(newProductDays),
  "loyalty.earn_percent": createPercentVariable(earnPercent),
  "loyalty.pay_percent": createPercentVariable(payPercent),
  "loyalty.validity_days": createCountVariable(validityDays),
  "gift_cards.validity_days": createCountVariable(giftCardValidityDays),
  "returns.days": createCountVariable(returnDays),
  "seller.name": createContactVariable("company"),
  "seller.address": createContactVariable("address"),
  "seller.email": createContactVariable("email"),
  "seller.inn": createLegalEntityVariable(({ inn }) => inn),
  "seller.ogrn": createLegalEntityVariable(({ ogrn }) => ogrn),
  "seller.bank": createLegalEntityVariable(({ bank }) =>
    bank ? `${bank.name}, БИК ${bank.bik}, р/с ${bank.account}, к/с ${bank.correspondent_account}` : "",
  ),
  "shop.name": ({ db, locale }) => getStoreName(db, locale),
  "shop.city": async ({ db, locale }) => (await getStoreProfile(db, locale)).dispatch?.city ?? "",
  "shop.hours": async ({ db, locale }) => (await getStoreProfile(db, locale)).support_hours?.text ?? "",
  "customs.limit": createCustomsRuleVariable(({ limit, iso_code }, locale) =>
    limit === null ? "" : formatMoney(locale, limit, iso_code),
  ),
  "customs.weight_limit": createCustomsRuleVariable(({ weight_g }, locale) =>
    weight_g === null ? "" : formatKilograms(locale, weight_g),
  ),
  "customs.duty_percent": createCustomsRuleVariable(({ duty_percent }, locale) => formatPercent(locale, duty_percent)),
  "customs.min_per_kg": createCustomsRuleVariable(({ min_per_kg, iso_code }, locale) =>
    formatMoney(locale, min_per_kg, iso_code),
  ),
  "customs.valid_from": createCustomsRuleVariable(({ valid_from }, locale) =>
    valid_from === null ? "" : formatDate(locale, valid_from),
  ),
  "customs.example": createCustomsExampleVariable(({ value }) => value),
  "customs.example_excess": createCustomsExampleVariable(({ excess }) => excess),
  "customs.example_duty": createCustomsExampleVariable(({ duty }) => duty),
  "customs.export_limit": async ({ db, locale, now }) => {
    const [exportLimit] = await findExportLimits(db, "RU", now);
    return exportLimit ? formatMoney(locale, exportLimit.limit, exportLimit.currency.code) : "";
  },
};

const PLACEHOLDER = /\{\{\s*([a-z_.]+)\s*\}\}/g;

/** Returns the names of the variables in a text. */
export function findVariableNames(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ""))];
}

/**
 * Replaces variables and amounts (`{{money 2000}}`) in sanitized HTML by their escaped values; unknown variables become
 * empty.
 */
export async function renderVariables(html: string, context: TemplateContext): Promise<string> {
  const text = renderAmounts(html, context.currency, context.locale);
  const names = findVariableNames(text);
  const values = new Map(
    await Promise.all(names.map(async (name) => [name, await templateVariables[name]?.(context)] as const)),
  );
  return text.replace(PLACEHOLDER, (_whole, name: string) => escapeHtml(values.get(name) ?? ""));
}
