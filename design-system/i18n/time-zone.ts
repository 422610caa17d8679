/** The time zone of the store: the server and the browser show dates in it. */
export const STORE_TIME_ZONE = "Europe/Moscow";

/** Moscow has had no daylight saving time since 2014. */
export const STORE_UTC_OFFSET = "+03:00";
