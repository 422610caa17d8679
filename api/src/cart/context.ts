import type { RequestContext, Customer } from "../platform/http/endpoint.ts";
import type { CartContext, GuestCartContext } from "./service.ts";

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
