import type { Currency } from "../../money/currency.ts";
import { getCurrency } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/endpoint.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getPricingContext, type PricingContext } from "./pricing-context.ts";

/** The locale, currency code, time and destination for which catalog data is rendered. */
export type ShopperContext = {
  locale: Locale;
  currency: string;
  now: Date;
  /** Loads the terms of delivery that cards name; without it they name none. */
  loadShippingTerms?: (db: Db) => Promise<ShippingTerms | null>;
};

type ShopperRequest = Pick<RequestContext, "app" | "locale" | "currency" | "now" | "deliveryCountry">;

/** Returns the shopper context of a request. */
export function getShopperContext({ app, deliveryCountry, ...shopper }: ShopperRequest): ShopperContext {
  const { locale, currency, now } = shopper;
  return {
    ...{ locale, currency, now },
    loadShippingTerms: async (db) =>
      deliveryCountry === null ? null : app.loadShippingTerms(db, deliveryCountry, { locale, currency, now }),
  };
}

/** The maximum number of similar products shown for one product. */
export const MAX_SIMILAR_PRODUCTS = 12;

/** Returns the shopper's currency and the pricing context for it. Throws if the currency is not supported. */
export async function getShopperPricing(
  db: Db,
  { currency: currencyCode, now, loadShippingTerms }: ShopperContext,
): Promise<{ currency: Currency; pricing: PricingContext }> {
  const currency = await getCurrency(db, currencyCode);
  const [pricing, shipping] = await Promise.all([
    getPricingContext(db, currency, now),
    loadShippingTerms?.(db) ?? null,
  ]);
  return { currency, pricing: { ...pricing, shipping } };
}
