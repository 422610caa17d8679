import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** For how many days of sales an order from a supplier should last, beyond the days until it arrives. */
export const coverDays = setting("purchasing.cover_days", z.int().min(1).max(365), 30);

/** How many days goods take to arrive that were never ordered from a supplier. */
export const defaultLeadDays = setting("purchasing.default_lead_days", z.int().min(0).max(365), 14);
