import type { ProviderName } from "../platform/config.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { RequestContext, Customer } from "../platform/http/endpoint.ts";

/** Whose cart, in which language and currency, and at what time. */
export type CartContext = {
  customerId: number;
  locale: Locale;
  currency: string;
  now: Date;
};

/** Like `CartContext` for a guest, with their IP address. */
export type GuestCartContext = Omit<CartContext, "customerId"> & { ipAddress: string };

/** The payment providers for which this installation has keys. */
export type ConfiguredProviders = { providers: readonly ProviderName[] };

/** Builds the cart context of a signed-in customer's request: whose cart, in which language and currency. */
export function cartContext({ customer, locale, currency, now }: RequestContext & { customer: Customer }): CartContext {
  return { customerId: customer.id, locale, currency, now };
}

/** Builds the context of an estimate request: the requester has no stored cart. */
export function guestCartContext({ locale, currency, now, ipAddress }: RequestContext): GuestCartContext {
  return { locale, currency, now, ipAddress };
}
