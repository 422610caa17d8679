import type { DailyUse } from "../../catalog/settings.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import type { RefillRow } from "./sql.ts";

const DAY_MS = 86_400_000;
/** A shorter or longer time says more about the numbers than about the product. */
const MIN_DAYS = 7;
const MAX_DAYS = 730;
/** For how many days after its end an item is still named. */
const PAST_DAYS = 60;
/** Reminders are sent in the morning: 10:00 in Moscow. */
const REMINDER_HOUR_UTC = 7;

export type RefillEstimate = { days: number; endsOn: string; remindAt: Date | null };

/**
 * Estimates how long an item lasts that is used every day from its delivery on (docs/domain/orders.md).
 * @param noticeDays how many days before the end the customer is reminded
 * @returns null if the daily use of its category is unknown or counted in another unit, or if the result is implausible
 */
export function estimateRefill(
  { categories, net_amount, net_unit, qty, delivered_at }: Omit<RefillRow, "image">,
  { dailyUse, noticeDays, now }: { dailyUse: DailyUse; noticeDays: number; now: Date },
): RefillEstimate | null {
  const slug = categories.find((one) => dailyUse[one] !== undefined);
  const use = slug === undefined ? undefined : dailyUse[slug];
  if (use?.unit !== net_unit) return null;
  const days = Math.round((net_amount * qty) / use.amount);
  if (days < MIN_DAYS || days > MAX_DAYS) return null;
  const end = new Date(delivered_at.getTime() + days * DAY_MS);
  if (end.getTime() + PAST_DAYS * DAY_MS < now.getTime()) return null;
  const remindAt = new Date(end.getTime() - noticeDays * DAY_MS);
  remindAt.setUTCHours(REMINDER_HOUR_UTC, 0, 0, 0);
  return { days, endsOn: toStoreDate(end), remindAt: remindAt > now ? remindAt : null };
}
