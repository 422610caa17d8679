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
  return addWorkingDays(toStoreDate(order.paid_at), handlingDays);
}

/**
 * Returns the last day of payment of the orders that have to be sent by a day.
 * @param dueDay a date such as `2026-11-23`
 */
export function getLastPaymentDay(dueDay: string, handlingDays: number): string {
  let day = dueDay;
  while (addWorkingDays(day, handlingDays) > dueDay) day = addDays(day, -1);
  return day;
}

function addWorkingDays(start: string, count: number): string {
  let day = start;
  for (let remaining = count; remaining > 0;) {
    day = addDays(day, 1);
    const weekday = new Date(day).getUTCDay();
    if (weekday !== SATURDAY && weekday !== SUNDAY) remaining -= 1;
  }
  return day;
}

/** Adds days to a date such as `2026-11-23`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
