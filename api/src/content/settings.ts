import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** Feature flags, which the storefront gets from `frontConfig`. All can change without a release. */
export const showCurrency = setting("features.show_currency", z.boolean(), true);
export const isDemo = setting("shop.demo", z.boolean(), false);
/** Whether the service worker caches visited pages for offline use; if off, browsers unregister it. */
export const isOfflineEnabled = setting("pwa.offline", z.boolean(), true);
