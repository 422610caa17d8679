import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

/**
 * Number of days after receipt in which unopened goods can be returned; shown in texts and in structured data
 * (docs/domain/returns.md).
 */
export const returnDays = setting("returns.days", z.number().int().min(0).max(365), 7);

/** Number of days over which parcels are counted that kept their promised days of arrival (docs/domain/delivery.md). */
export const onTimeDays = setting("delivery.on_time_days", z.number().int().min(7).max(365), 30);

/** Number of parcels to a country from which on the store says how many of them arrived in time. */
export const onTimeMinParcels = setting("delivery.on_time_min_parcels", z.number().int().min(1), 30);

/** Number of working days after the payment within which an order has to be sent (docs/domain/orders.md). */
export const handlingDays = setting("fulfillment.handling_days", z.number().int().min(0).max(60), 3);

/**
 * Number of days after the delivery for which the recipient's passport is kept, for questions of customs about the parcel
 * (docs/domain/privacy.md).
 */
export const identityDays = setting("orders.identity_days", z.number().int().min(0).max(365), 30);

/** Rate limit for giving the passport of a recipient, per order. */
export const identityLimit = setting("orders.identity_rate_limit", rateLimitSchema, { max: 20, windowSeconds: 3600 });

/** Rate limit for messages about orders, per customer. */
export const messageLimit = setting("orders.message_rate_limit", rateLimitSchema, { max: 20, windowSeconds: 3600 });

/** Rate limit for uploading photos of messages, per customer. */
export const messagePhotoLimit = setting("orders.message_photo_rate_limit", rateLimitSchema, {
  max: 40,
  windowSeconds: 3600,
});
