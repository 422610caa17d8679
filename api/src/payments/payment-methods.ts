import type { ProviderName } from "../platform/config.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { type MethodCode, type UnavailablePaymentMethod, type PaymentMethod, refusals } from "./schema.ts";
import { paymentMethods, paymentRules } from "./settings.ts";

/**
 * What the available payment methods depend on.
 * @property country destination, ISO 3166 alpha-2; null if it is not known yet or if nothing is shipped.
 */
export type PaymentContext = { currency: string; country: string | null };

/** A payment method of the shop; the id is that of the setting `payments.methods`. */
export type AvailableMethod = { id: number; code: MethodCode };

/** A payment method that is not available. `alternatives` lists the currencies or countries for which it would be. */
export type UnavailableMethod = AvailableMethod & {
  reason: UnavailablePaymentMethod["reason"];
  alternatives: string[];
};

export type MethodAvailability = { available: AvailableMethod[]; unavailable: UnavailableMethod[] };

/** Whether a list of a payment rule allows a value; null allows every value, and an unknown value is always allowed. */
const isAllowed = (allowed: readonly string[] | null, value: string | null) =>
  allowed === null || value === null || allowed.includes(value);

/** Returns the rules of configured providers for a payment method. */
async function getMatchingRules(db: Db, method: string, configured: readonly ProviderName[]) {
  const rules = await getSetting(db, paymentRules);
  return rules.filter(({ provider, methods }) => configured.includes(provider) && isAllowed(methods, method));
}

/**
 * Returns the shop's payment methods for a currency and a country: the available ones, and the others with the reason.
 * @param configured the providers that have API keys in this installation.
 */
export async function getMethodAvailability(
  db: Db,
  { currency, country }: PaymentContext,
  configured: readonly ProviderName[],
): Promise<MethodAvailability> {
  const availability: MethodAvailability = { available: [], unavailable: [] };
  for (const method of await getSetting(db, paymentMethods)) {
    const rules = await getMatchingRules(db, method.code, configured);
    const currencyRules = rules.filter(({ currencies }) => isAllowed(currencies, currency));
    if (currencyRules.some(({ countries }) => isAllowed(countries, country))) availability.available.push(method);
    else if (currencyRules.length > 0)
      availability.unavailable.push({
        ...method,
        reason: "country",
        alternatives: currencyRules.flatMap((rule) => rule.countries ?? []),
      });
    else if (rules.length > 0)
      availability.unavailable.push({
        ...method,
        reason: "currency",
        alternatives: rules.flatMap((rule) => rule.currencies ?? []),
      });
  }
  return availability;
}

/**
 * Chooses the provider for an order by payment method, currency and destination country: the first matching rule.
 * @throws refusal `payment_not_offered`.
 */
export async function chooseProvider(
  db: Db,
  order: PaymentContext & { method: string },
  configured: readonly ProviderName[],
): Promise<ProviderName> {
  const rule = (await getMatchingRules(db, order.method, configured)).find(
    ({ currencies, countries }) => isAllowed(currencies, order.currency) && isAllowed(countries, order.country),
  );
  if (!rule) throw refuse(refusals, "payment_not_offered");
  return rule.provider;
}

/** Serializes a payment method with its localized name and note. */
export function serializePaymentMethod(method: AvailableMethod, locale: Locale): PaymentMethod {
  const { id, code } = method;
  return {
    id,
    code,
    name: formatMessage(locale, `payment_${code}`),
    note: formatMessage(locale, `payment_${code}_note`),
  };
}

/** Serializes an unavailable payment method with a localized explanation. */
export function serializeUnavailablePaymentMethod(
  { id, code, reason, alternatives }: UnavailableMethod,
  locale: Locale,
): UnavailablePaymentMethod {
  const names = new Intl.DisplayNames(locale, { type: reason === "currency" ? "currency" : "region" });
  const list = [...new Set(alternatives)].map((alternative) => names.of(alternative)).join(", ");
  return {
    id,
    code,
    name: formatMessage(locale, `payment_${code}`),
    reason,
    text: formatMessage(locale, `payment_needs_${reason}`, { list }),
  };
}
