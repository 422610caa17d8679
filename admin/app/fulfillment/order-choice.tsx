import type { CustomsCheckPage } from "@furoshiki/api/admin/fulfillment";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatShippingMethod } from "../i18n/shipping-methods.ts";

/** Orders that can be sent as checkboxes of a form, named `order_ids`. */
export function OrderChoice({
  orders,
  selected,
}: {
  orders: CustomsCheckPage["items"];
  /** The orders that are checked at first. */
  selected: readonly number[];
}) {
  const i18n = useI18n();
  const { t } = i18n;
  if (orders.length === 0) return <p className="text-ink-2">{t("fulfillment.no_ready_orders")}</p>;
  return (
    <ul className="grid max-h-[40vh] gap-0.5 overflow-y-auto lg:max-h-[60vh]">
      {orders.map(({ order_id: id, country, shipping_method: method }) => (
        <li key={id} className="min-w-0" title={method?.name}>
          <label className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              name="order_ids"
              value={id}
              defaultChecked={selected.includes(id)}
              className="checkbox"
            />
            <span className="font-medium whitespace-nowrap">{formatOrderNumber(id)}</span>
            <span className="truncate text-xs text-ink-3">
              {[country, method && formatShippingMethod(i18n, method)].filter(Boolean).join(", ")}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
