import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

const kopecks = z.number().int().min(0);

/** Flat delivery price, independent of weight (docs/domain/delivery.md); a method may have its own price. */
export const flatPriceMinor = setting("delivery.flat_price_minor", kopecks, 499_00);
/** Delivery is free from this sum of products on (docs/domain/delivery.md). */
export const freeFromMinor = setting("delivery.free_from_minor", kopecks, 5000_00);

const httpsOrigin = z.string().regex(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/);

/**
 * The map of pickup points: the URL of a style for MapLibre, and the origins of its tiles, fonts and icons if they are not
 * that of the style. Null: a plan without streets is drawn instead.
 */
export const pickupMap = setting(
  "delivery.pickup_map",
  z.strictObject({ style: z.url({ protocol: /^https$/ }), hosts: z.array(httpsOrigin).max(10) }).nullable(),
  null,
);
