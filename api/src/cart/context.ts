import type { ProviderName } from "../platform/config.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { RequestContext, Customer } from "../platform/http/endpoint.ts";

/** Whose cart, in which language and currency, and at what time. */
export type CartContext = {
  customerId: number;
  locale: Locale;
  currency: string;
  now: Date;
  /** Payment providers for which this installation has keys. */
  providers: readonly ProviderName[];
};

/** Like `CartContext` for a guest, with their IP address. */
export type GuestCartContext = Omit<CartContext, "customerId"> & { ipAddress: string };

/** Builds the cart context of a signed-in customer's request: whose cart, in which language and currency. */
export function cartContext({
  app,
  customer,
  locale,
  currency,
  now,
}: RequestContext & { customer: Customer }): CartContext {
  return { customerId: customer.id, locale, currency, now, providers: app.config.paymentProviders };
}

/** Builds the context of an estimate request: the requester has no stored cart. */
export function guestCartContext({ app, locale, currency, now, ipAddress }: RequestContext): GuestCartContext {
  return { locale, currency, now, ipAddress, providers: app.config.paymentProviders };
}
