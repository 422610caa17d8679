import { z } from "zod";
import { type Limit, limitSchema } from "../platform/limits.ts";
import { setting } from "../platform/settings.ts";

const WINDOW_SECONDS = 10 * 60;

/** Codes that were not there or another's, by one customer; a guess at a certificate is one of 2^55 (domain: certificates). */
export const wrongCodesPerCustomer = setting<Limit>("promotions.limits.wrong_codes_per_customer", limitSchema, {
  max: 10,
  windowSeconds: WINDOW_SECONDS,
});
/** The same by one address, whose people may be many. */
export const wrongCodesPerAddress = setting<Limit>("promotions.limits.wrong_codes_per_address", limitSchema, {
  max: 30,
  windowSeconds: WINDOW_SECONDS,
});
/** For so many days a new gift certificate can be used. */
export const certificateDays = setting("promotions.certificate_days", z.number().int().min(1).max(3650), 365);
