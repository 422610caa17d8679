import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const shortText = z.string().trim().min(1).max(255);

/** What CDEK needs to register orders, besides the credentials (docs/domain/fulfillment.md). */
const cdekContract = z.strictObject({
  /** The tariffs of the contract, by where a parcel is delivered to. */
  tariffs: z.strictObject({ pickup_point: z.int().positive(), door: z.int().positive() }),
  /** ISO 4217 code of the currency of the contract, in which the value of goods is declared. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Where CDEK receives the parcels. */
  from: z.strictObject({
    country: z.string().regex(/^[A-Z]{2}$/),
    city: shortText,
    postcode: shortText,
    address: shortText,
  }),
  sender: z.strictObject({ company: shortText, name: shortText, phone: z.string().regex(/^\+\d{7,15}$/) }),
});
export type CdekContract = z.infer<typeof cdekContract>;

/** The contract with CDEK; if null, no orders are registered there. */
export const cdekContractSetting = setting("fulfillment.cdek_contract", cdekContract.nullable(), null);

/** How many days before the storage at a pickup point ends the customer is reminded; 0 for never. */
export const pickupReminderDays = setting("fulfillment.pickup_reminder_days", z.int().min(0).max(14), 2);

/** Rate limit for downloading receipts, per customer. */
export const receiptLimit = setting("fulfillment.receipt_rate_limit", rateLimitSchema, {
  max: 30,
  windowSeconds: 3600,
});
