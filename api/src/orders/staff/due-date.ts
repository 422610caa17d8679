import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import type { OrderStatus } from "../schema.ts";

const DAY_MS = 86_400_000;
const SATURDAY = 6;
const SUNDAY = 0;

/**
 * Returns the day by which an order has to be sent: working days (Monday to Friday) after the day of the payment, in the
 * time zone of the store.
 * @param handlingDays number of working days
 * @returns a date such as `2026-11-23`; null unless the order is paid, contains goods and is not sent yet
 */
export function getDueDate(
  order: Readonly<{ status: OrderStatus; paid_at: Date | null; products_minor: number }>,
  handlingDays: number,
): string | null {
  const isWaiting = order.status === "paid" || order.status === "packing";
  if (!isWaiting || order.paid_at === null || order.products_minor === 0) return null;
  let day = new Date(`${toStoreDate(order.paid_at)}T00:00:00Z`);
  for (let remaining = handlingDays; remaining > 0;) {
    day = new Date(day.getTime() + DAY_MS);
    if (day.getUTCDay() !== SATURDAY && day.getUTCDay() !== SUNDAY) remaining -= 1;
  }
  return day.toISOString().slice(0, 10);
}
