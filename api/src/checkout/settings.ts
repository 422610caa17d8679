import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** How long an unpaid order holds its stock, in minutes (decisions: Cart and checkout). */
export const payWithinMinutes = setting("checkout.pay_within_minutes", z.number().int().min(1).max(10_080), 60);
