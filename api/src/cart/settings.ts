import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** Hours after its last change until the owner of an abandoned cart is reminded. */
export const remindAfterHours = setting("cart.remind_after_hours", z.number().int().min(1).max(720), 24);
/** Carts that were abandoned longer ago than this, in hours, get no reminder. */
export const remindWithinHours = setting("cart.remind_within_hours", z.number().int().min(1).max(8760), 168);
