import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

const count = z.number().int().min(1).max(1000);

/** The maximum quantity of one item in a cart, regardless of stock. Rule: docs/domain/cart.md. */
export const qtyMax = setting("cart.max_quantity", count, 20);
/** Above this quantity of one item, customs may regard a parcel as commercial. Rule: docs/domain/customs.md. */
export const commercialQty = setting("cart.commercial_quantity", count, 4);
/** The largest order that can be placed online, in kopecks. Rule: docs/domain/cart.md. */
export const orderMaxMinor = setting("cart.max_order_minor", z.number().int().min(1), 100_000_00);
/** The number of days for which a product counts as new. Rule: docs/domain/catalog.md. */
export const newProductDays = setting("catalog.new_product_days", count, 60);

const dailyUses = z.record(
  z.string().regex(/^[a-z0-9_-]{1,100}$/),
  z.strictObject({ amount: z.number().positive().max(10_000), unit: z.enum(["мл", "г", "шт"]) }),
);
export type DailyUse = z.infer<typeof dailyUses>;
/**
 * How much of a product is used a day, by the slug of its category, in the unit of its content; a category without an
 * entry has that of the nearest one above it. Rule: docs/domain/orders.md.
 */
export const dailyUse = setting<DailyUse>("catalog.daily_use", dailyUses, {});
/** How many days before a product is used up the reminder is sent: about as many as a parcel takes. */
export const refillNoticeDays = setting("catalog.refill_notice_days", z.number().int().min(1).max(90), 21);
