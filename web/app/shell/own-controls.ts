import { lazy } from "react";

// What the frame shows to who is signed in: guests fetch none of it. The server writes a page in one go and must have
// it at hand.
const loadBell = async () => ({ default: (await import("../notifications/notification-bell.tsx")).NotificationBell });
const loadTab = async () => ({ default: (await import("../notifications/notification-tab.tsx")).NotificationTab });
const loadProfile = async () => ({ default: (await import("./profile-popover.tsx")).ProfilePopover });

/** Fetches all of them: they answer from the moment on that the page does. */
export const loadOwnControls = async () => Promise.all([loadBell(), loadTab(), loadProfile()]);

export const NotificationBell = import.meta.env.SSR ? (await loadBell()).default : lazy(loadBell);
export const NotificationTab = import.meta.env.SSR ? (await loadTab()).default : lazy(loadTab);
export const ProfilePopover = import.meta.env.SSR ? (await loadProfile()).default : lazy(loadProfile);
