import type { Asked, Customer } from "../platform/http.ts";
import type { CartAt, GuestAt } from "./service.ts";

/** Whose cart a request is about, and how he sees it. */
export function cartAt({ house, customer, locale, currency, now }: Asked & { customer: Customer }): CartAt {
  return { customerId: customer.id, locale, currency, now, providers: house.config.paymentProviders };
}

/** How whoever asks sees goods that lie in no cart of the shop. */
export function guestAt({ house, locale, currency, now, ip }: Asked): GuestAt {
  return { locale, currency, now, ip, providers: house.config.paymentProviders };
}
