import type { Currency } from "../../money/currency.ts";
import { getCurrency } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getPricingContext, type PricingContext } from "./pricing-context.ts";

/** The locale, currency code and time for which catalog data is rendered. */
export type ShopperContext = { locale: Locale; currency: string; now: Date };

/** Returns the shopper context of a request. */
export function getShopperContext({ locale, currency, now }: ShopperContext): ShopperContext {
  return { locale, currency, now };
}

/** The maximum number of similar products shown for one product. */
export const MAX_SIMILAR_PRODUCTS = 12;

/** Returns the shopper's currency and the pricing context for it. Throws if the currency is not supported. */
export async function getShopperPricing(
  db: Db,
  { currency, now }: ShopperContext,
): Promise<{ currency: Currency; pricing: PricingContext }> {
  const currencyRow = await getCurrency(db, currency);
  return { currency: currencyRow, pricing: await getPricingContext(db, currencyRow, now) };
}
