import type { Asked, Customer } from "../platform/http.ts";
import type { CartAt } from "./service.ts";

/** Whose cart a request is about, and how he sees it. */
export function cartAt({ house, customer, locale, currency, now }: Asked & { customer: Customer }): CartAt {
  return { customerId: customer.id, locale, currency, now, providers: house.config.paymentProviders };
}
