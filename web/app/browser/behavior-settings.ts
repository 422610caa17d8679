// The timings and limits of client-side behaviors in one place. Times are in milliseconds.

/** A failed chunk reloads the page, but not again within this time. */
export const CHUNK_RELOAD_PAUSE_MS = 10_000;
/** The delay before the first check for a newer build, and the interval between two checks. */
export const FIRST_BUILD_CHECK_MS = 1000;
export const BUILD_CHECK_MS = 60 * 60_000;
/** A tab that becomes visible checks too, but not more often than this. */
export const BUILD_CHECK_PAUSE_MS = 60_000;
/** The delay after the last resize event before the device type is checked. */
export const RESIZE_DEBOUNCE_MS = 50;
/** The minimum viewport width of the desktop layout (`lg` in tokens.css), in pixels. */
export const DESKTOP_MIN_WIDTH_PX = 1024;
/** How long a copy button confirms that it has copied. */
export const COPIED_NOTICE_MS = 1500;
/** The maximum number of events that are queued before a listener is registered. */
export const MAX_QUEUED_EVENTS = 100;
/** The time that a purchase event has to be sent before the page navigates. */
export const PURCHASE_SEND_MS = 300;
/** The number of recent orders that are remembered as tracked. */
export const MAX_TRACKED_PURCHASES = 20;
