import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** So many hours after its last change, a customer who agreed to it is reminded of a cart he left. */
export const remindAfterHours = setting("cart.remind_after_hours", z.number().int().min(1).max(720), 24);
/** A cart that was left longer ago than this is not brought up again. */
export const remindWithinHours = setting("cart.remind_within_hours", z.number().int().min(1).max(8760), 168);
