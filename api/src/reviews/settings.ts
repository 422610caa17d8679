import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const HOUR_SECONDS = 3600;

/** Rate limit for writing or changing reviews, per customer. */
export const reviewLimit = setting("reviews.rate_limit", rateLimitSchema, { max: 30, windowSeconds: HOUR_SECONDS });
/** Rate limit for asking questions, per customer. */
export const questionLimit = setting("questions.rate_limit", rateLimitSchema, { max: 20, windowSeconds: HOUR_SECONDS });
/** Rate limit for uploading photos, per customer. */
export const photoLimit = setting("reviews.photo_rate_limit", rateLimitSchema, {
  max: 40,
  windowSeconds: HOUR_SECONDS,
});

const questionLength = z.number().int().min(1).max(5000);
/** Shortest question, in characters. */
export const questionMin = setting("questions.min_length", questionLength, 10);
/** Longest question, in characters. */
export const questionMax = setting("questions.max_length", questionLength, 1000);
