import { createPreloadable } from "../preloadable-component.tsx";

// Controls in the layout for signed-in customers: guests do not load their code. The server renders a page
// synchronously and needs the components up front.
const preloadableBell = createPreloadable(
  async () => (await import("../../notifications/notification-bell.tsx")).NotificationBell,
);
const preloadableTab = createPreloadable(
  async () => (await import("../../notifications/notification-tab.tsx")).NotificationTab,
);
const preloadableProfile = createPreloadable(async () => (await import("./profile-popover.tsx")).ProfilePopover);

export const [NotificationBell] = preloadableBell;
export const [NotificationTab] = preloadableTab;
export const [ProfilePopover] = preloadableProfile;

/** Loads all controls for signed-in customers. */
export const loadAccountControls = async () =>
  Promise.all([preloadableBell, preloadableTab, preloadableProfile].map(([, preload]) => preload()));

if (import.meta.env.SSR) await loadAccountControls();
