/** How many days the figures of suppliers cover. */
export const STATISTICS_DAYS = 365;
