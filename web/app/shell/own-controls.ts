import { early } from "../lib/early.tsx";

// What the frame shows to who is signed in: guests fetch none of it. The server writes a page in one go and must have
// it at hand.
const bell = early(async () => (await import("../notifications/notification-bell.tsx")).NotificationBell);
const tab = early(async () => (await import("../notifications/notification-tab.tsx")).NotificationTab);
const profile = early(async () => (await import("./profile-popover.tsx")).ProfilePopover);

export const [NotificationBell] = bell;
export const [NotificationTab] = tab;
export const [ProfilePopover] = profile;

/** Fetches all of them. */
export const loadOwnControls = async () => Promise.all([bell, tab, profile].map(([, fetch]) => fetch()));

if (import.meta.env.SSR) await loadOwnControls();
