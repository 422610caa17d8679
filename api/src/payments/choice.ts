import type { ProviderName } from "../platform/config.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import { type MethodCode, type MissingPayment, type PaymentMethod, refusals } from "./schema.ts";
import { paymentMethods, paymentRules } from "./settings.ts";

/** What decides how something can be paid. @property country ISO 3166 alpha-2; null while nobody knows, and where nothing is sent. */
export type ToPay = { currency: string; country: string | null };

export type OfferedPayment = { id: number; code: MethodCode };

/** A way of the shop that is not on offer, and what would bring it. */
export type RefusedPayment = OfferedPayment & { reason: MissingPayment["reason"]; needs: string[] };

export type PaymentOffer = { offered: OfferedPayment[]; refused: RefusedPayment[] };

const fits = (listed: readonly string[] | null, value: string | null) =>
  listed === null || value === null || listed.includes(value);

async function rulesOf(db: Db, method: string, configured: readonly ProviderName[]) {
  const rules = await settingValue(db, paymentRules);
  return rules.filter(({ provider, methods }) => configured.includes(provider) && fits(methods, method));
}

/**
 * The ways to pay that this installation has, by currency and country: those on offer, and the others with the reason.
 * @param configured the providers whose keys this installation has.
 */
export async function paymentOffer(db: Db, { currency, country }: ToPay, configured: readonly ProviderName[]) {
  const offer: PaymentOffer = { offered: [], refused: [] };
  for (const method of await settingValue(db, paymentMethods)) {
    const rules = await rulesOf(db, method.code, configured);
    const inCurrency = rules.filter(({ currencies }) => fits(currencies, currency));
    if (inCurrency.some(({ countries }) => fits(countries, country))) offer.offered.push(method);
    else if (inCurrency.length > 0)
      offer.refused.push({ ...method, reason: "country", needs: inCurrency.flatMap((rule) => rule.countries ?? []) });
    else if (rules.length > 0)
      offer.refused.push({ ...method, reason: "currency", needs: rules.flatMap((rule) => rule.currencies ?? []) });
  }
  return offer;
}

/**
 * The provider that takes an order's money, by the way to pay, its currency and the country of its delivery.
 * Refuses `payment_not_offered`.
 */
export async function providerFor(
  db: Db,
  order: ToPay & { method: string },
  configured: readonly ProviderName[],
): Promise<ProviderName> {
  const rule = (await rulesOf(db, order.method, configured)).find(
    ({ currencies, countries }) => fits(currencies, order.currency) && fits(countries, order.country),
  );
  if (!rule) throw refuse(refusals, "payment_not_offered");
  return rule.provider;
}

export function wirePayment(method: OfferedPayment, locale: Locale): PaymentMethod {
  const { id, code } = method;
  return { id, code, name: text(locale, `payment_${code}`), note: text(locale, `payment_${code}_note`) };
}

/** A way that is not on offer, with the reason in words. */
export function wireMissingPayment({ id, code, reason, needs }: RefusedPayment, locale: Locale): MissingPayment {
  const names = new Intl.DisplayNames(locale, { type: reason === "currency" ? "currency" : "region" });
  const list = [...new Set(needs)].map((need) => names.of(need)).join(", ");
  return {
    id,
    code,
    name: text(locale, `payment_${code}`),
    reason,
    text: text(locale, `payment_needs_${reason}`, { list }),
  };
}
