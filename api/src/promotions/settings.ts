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
/** What certificates are offered at, and between what any other sum must be, in kopecks. */
export const certificateFaces = setting(
  "promotions.certificate_faces",
  z.array(z.number().int().min(1_00)).min(1).max(12),
  [1000_00, 2000_00, 3000_00, 5000_00, 10_000_00, 15_000_00],
);
export const certificateLeast = setting("promotions.certificate_least", z.number().int().min(1_00), 500_00);
export const certificateMost = setting("promotions.certificate_most", z.number().int().min(1_00), 50_000_00);
/** So many certificates may lie in one cart. */
export const certificatesInCart = setting("promotions.certificates_in_cart", z.number().int().min(1).max(100), 20);
/** So many days ahead the letter of a certificate may be ordered. */
export const certificateDaysAhead = setting("promotions.certificate_days_ahead", z.number().int().min(0).max(365), 180);
/** For so many days a new gift certificate can be used. */
export const certificateDays = setting("promotions.certificate_days", z.number().int().min(1).max(3650), 365);
