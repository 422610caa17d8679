import { limitSchema } from "../platform/limits.ts";
import { setting } from "../platform/settings.ts";

const HOUR = 3600;

/** Reviews that one customer may write or change. */
export const reviewLimit = setting("reviews.limit", limitSchema, { max: 30, windowSeconds: HOUR });
/** Questions that one customer may ask. */
export const questionLimit = setting("questions.limit", limitSchema, { max: 20, windowSeconds: HOUR });
/** Photographs that one customer may send. */
export const photoLimit = setting("reviews.photo_limit", limitSchema, { max: 40, windowSeconds: HOUR });
