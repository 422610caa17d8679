import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/**
 * Number of days after receipt in which unopened goods can be returned; shown in texts and in structured data
 * (docs/domain/returns.md).
 */
export const returnDays = setting("returns.days", z.number().int().min(0).max(365), 7);
