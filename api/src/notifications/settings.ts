import { retentionSetting } from "../platform/retention/settings.ts";

/** A daily notification is not sent again while one with the same key is stored. */
export const notificationDays = retentionSetting("notifications", { min: 90, defaultDays: 365 });
