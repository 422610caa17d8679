import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { retentionSetting } from "../platform/retention/settings.ts";
import { setting } from "../platform/settings/settings.ts";

/** A daily notification is not sent again while one with the same key is stored. */
export const notificationDays = retentionSetting("notifications", { min: 90, defaultDays: 365 });

/** Rate limit for subscribing browsers to web push, per customer. */
export const pushLimit = setting("notifications.push_rate_limit", rateLimitSchema, { max: 30, windowSeconds: 3600 });
