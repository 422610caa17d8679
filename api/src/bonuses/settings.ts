import { z } from "zod";
import { setting } from "../platform/settings.ts";

const percent = z.number().int().min(0).max(100);
const days = z.number().int().min(1).max(3650);

/** Percent of the goods paid that come back as bonuses when the order is delivered (decisions: Bonuses). */
export const earnPercent = setting("bonuses.earn_percent", percent, 3);
/** Up to so many percent of the goods can be paid with bonuses (decisions: Bonuses). */
export const payPercent = setting("bonuses.pay_percent", percent, 30);
/** Bonuses end so many days after they were credited (decisions: Bonuses). */
export const lifeDays = setting("bonuses.life_days", days, 365);
/** Customers are reminded of bonuses that end within so many days. */
export const remindDays = setting("bonuses.remind_days", days, 14);
/** What comes back from an order that came to nothing lives at least so many days more. */
export const graceDays = setting("bonuses.grace_days", days, 30);
