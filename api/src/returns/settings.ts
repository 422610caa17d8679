import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

/** Number of days after receipt in which customers can report a problem with goods (docs/domain/returns.md). */
export const claimDays = setting("returns.claim_days", z.number().int().min(0).max(365), 14);

/** Rate limit for uploading photos of returns, per customer. */
export const returnPhotoLimit = setting("returns.photo_rate_limit", rateLimitSchema, { max: 40, windowSeconds: 3600 });
