import { retentionSetting } from "../platform/retention/settings.ts";

/** Providers repeat an event for several days; it must be recognized as a duplicate during that time. */
export const webhookEventDays = retentionSetting("webhook_events", { min: 30, defaultDays: 90 });
