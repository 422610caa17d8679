import { z } from "zod";
import { setting } from "../platform/settings.ts";

const kopecks = z.number().int().min(0);

/** Delivery costs the same whatever the weight (spec §9); a method may have a price of its own. */
export const flatMinor = setting("delivery.flat_minor", kopecks, 499_00);
/** Delivery is free from this sum of products (spec §9). */
export const freeFromMinor = setting("delivery.free_from_minor", kopecks, 5000_00);
