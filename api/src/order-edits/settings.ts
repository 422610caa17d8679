import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

/** Rate limit for previewing and making changes of orders, per customer. */
export const customerEditLimit = setting("order_edits.customer_rate_limit", rateLimitSchema, {
  max: 60,
  windowSeconds: 3600,
});
