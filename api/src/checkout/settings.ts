import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** How long an unpaid order reserves its stock, in minutes (docs/domain/checkout.md). */
export const payWithinMinutes = setting("checkout.pay_within_minutes", z.number().int().min(1).max(10_080), 60);
