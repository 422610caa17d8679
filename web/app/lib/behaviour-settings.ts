// The numbers of the shop's small behaviours, in one table (spec §9). Times are milliseconds.

/** Pages whose scripts are asked for ahead at the same time. */
export const ROUTE_PRELOADS = 4;
/** A pointer that rests this long on a link may follow it. */
export const RESTING_MS = 80;
/** A chunk that fails reloads the page, but not again within this time. */
export const RELOAD_GUARD_MS = 10_000;
/** The first look for a newer build, and the pause between two looks. */
export const FIRST_BUILD_CHECK_MS = 1000;
export const BUILD_CHECK_MS = 60 * 60_000;
/** A tab that comes back looks too, but not more often than this. */
export const BUILD_CHECK_PAUSE_MS = 60_000;
/** After the last resize the device is looked at again. */
export const DEVICE_CHECK_MS = 50;
/** From this width on the page is a desktop's (`lg` in tokens.css), in pixels. */
export const DESKTOP_PX = 1024;
/** How long a button says that it has copied. */
export const COPIED_MS = 1500;
/** What happens before anybody listens is remembered, up to this many events. */
export const EVENTS_WAITING = 100;
/** Time that a purchase has to leave before the page does. */
export const PURCHASE_LEAD_MS = 300;
/** The latest orders whose purchase was told. */
export const PURCHASES_REMEMBERED = 20;
