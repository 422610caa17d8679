import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

const kopecks = z.number().int().min(0);

/** Flat delivery price, independent of weight (docs/domain/delivery.md); a method may have its own price. */
export const flatPriceMinor = setting("delivery.flat_price_minor", kopecks, 499_00);
/** Delivery is free from this sum of products on (docs/domain/delivery.md). */
export const freeFromMinor = setting("delivery.free_from_minor", kopecks, 5000_00);
