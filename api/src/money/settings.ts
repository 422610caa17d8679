import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** Margin in percent that the store adds when it converts rubles into another currency. */
export const marginPercent = setting("money.margin_percent", z.number().min(0).max(50), 3);
