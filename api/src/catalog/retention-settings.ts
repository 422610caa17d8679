import { retentionSetting } from "../platform/retention/settings.ts";

/** The retention of price history in days. The 30 days before a sale are kept regardless, for reference prices. */
export const priceHistoryDays = retentionSetting("price_history", { min: 60, defaultDays: 730 });

/** How long an alert is kept after it was sent, in days. */
export const sentAlertDays = retentionSetting("sent_alerts", { min: 1, defaultDays: 365 });
