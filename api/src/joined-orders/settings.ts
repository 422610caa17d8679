import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

/** Rate limit for previewing and joining orders, per customer. */
export const customerJoinLimit = setting("joined_orders.customer_rate_limit", rateLimitSchema, {
  max: 60,
  windowSeconds: 3600,
});
