import { retentionSetting } from "../platform/retention-settings.ts";

/** A notification that is repeated daily is not sent twice while its first one is stored. */
export const notificationDays = retentionSetting("notifications", { least: 90, normal: 365 });
