import type { OrderParcels } from "@furoshiki/api/fulfillment/parcels";
import type { Order } from "@furoshiki/api/orders";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { getArrival } from "./order-events.ts";

const DAY_MS = 86_400_000;

/**
 * When the order is expected: on the days that it was promised when it was paid; once it has arrived, the promised days
 * and the day of arrival. An order without a promise is expected as many days after its dispatch as its shipping method
 * takes.
 */
export function OrderPromise({ order, parcels }: { order: Order; parcels: OrderParcels }) {
  const { t, format } = useAccountI18n();
  const { status, shipping } = order;
  const promised = shipping?.promised ?? null;
  const arrivedAt = status === "shipped" || status === "delivered" ? getArrival(parcels) : null;
  if (arrivedAt && promised) {
    const arrivalDay = toStoreDay(new Date(arrivedAt));
    return (
      <p>
        {t("order.promised_and_arrived", {
          days: format.days(promised.from, promised.to),
          day: format.days(arrivalDay, arrivalDay),
        })}
      </p>
    );
  }
  if (arrivedAt || (status !== "paid" && status !== "packing" && status !== "shipped")) return null;
  const expected = promised ? { from: promised.from, to: promised.to } : estimateArrival(order);
  if (!expected) return null;
  return <p className="font-medium">{t("order.expected", { days: format.days(expected.from, expected.to) })}</p>;
}

function estimateArrival({ history, shipping }: Order): { from: string; to: string } | null {
  const shipped = history.find((row) => row.status === "shipped");
  if (!shipped || !shipping || shipping.days_min === null || shipping.days_max === null) return null;
  const addDays = (days: number) => new Date(Date.parse(shipped.at) + days * DAY_MS).toISOString().slice(0, 10);
  return { from: addDays(shipping.days_min), to: addDays(shipping.days_max) };
}
