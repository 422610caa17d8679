import type { ProviderName } from "../platform/config.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { settingValue } from "../platform/settings.ts";
import { refusals } from "./schema.ts";
import { paymentRules } from "./settings.ts";

/**
 * The provider that takes an order's money, by its currency and the country of its delivery; an order that goes nowhere (certificates
 * alone) is judged by its currency.
 * @param configured the providers whose keys this installation has. Refuses `payment_not_offered`.
 */
export async function providerFor(
  db: Db,
  order: { currency: string; country: string | null },
  configured: readonly ProviderName[],
): Promise<ProviderName> {
  const rules = await settingValue(db, paymentRules);
  const fits = (listed: readonly string[] | null, value: string | null) =>
    listed === null || value === null || listed.includes(value);
  const rule = rules.find(
    ({ provider, currencies, countries }) =>
      configured.includes(provider) && fits(currencies, order.currency) && fits(countries, order.country),
  );
  if (!rule) throw refuse(refusals, "payment_not_offered");
  return rule.provider;
}
