import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

const percent = z.number().int().min(0).max(100);
const days = z.number().int().min(1).max(3650);

/** Percentage of the goods paid that is credited as points when the order is delivered (docs/domain/loyalty.md). */
export const earnPercent = setting("loyalty.earn_percent", percent, 3);
/** Maximum percentage of the goods that points can pay for (docs/domain/loyalty.md). */
export const payPercent = setting("loyalty.pay_percent", percent, 30);
/** Number of days after which points expire (docs/domain/loyalty.md). */
export const validityDays = setting("loyalty.validity_days", days, 365);
/** How many days before the expiry customers are reminded. */
export const remindDays = setting("loyalty.remind_days", days, 14);
/** Minimum number of days for which points returned from a canceled order stay valid. */
export const graceDays = setting("loyalty.grace_days", days, 30);
