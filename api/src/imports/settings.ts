import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** By how many percent a price or cost may rise in an import before the check points it out. */
export const maxPriceGrowth = setting("imports.max_price_growth_percent", z.int().min(1).max(1000), 15);

/** By how many percent a price or cost may fall in an import before the check points it out. */
export const maxPriceFall = setting("imports.max_price_fall_percent", z.int().min(1).max(100), 30);
