import type { OrderRow } from "@furoshiki/api/admin/orders";
import type { I18n } from "./use-i18n.tsx";

/**
 * Returns the short name of the shipping method of an order in the language of the person. A method without one has the
 * name that the customer has read, in the customer's language.
 */
export function formatShippingMethod({ t }: I18n, { code, name }: NonNullable<OrderRow["shipping_method"]>): string {
  return t.find(`orders.method_${code}`) ?? name;
}
