/** The time zone of the store: the server and the browser show dates in it. */
export const STORE_TIME_ZONE = "Europe/Moscow";
