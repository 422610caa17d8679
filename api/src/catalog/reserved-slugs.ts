import { fixedPaths } from "../content/storefront-paths.ts";

/** First path segments of the storefront's own pages. They cannot be product slugs. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...fixedPaths.map((path) => path.split("/", 2)[1] ?? ""),
  ...["category", "manufacturer", "brand-series", "tags", "product-search", "user", "jpcart", "forgot-password"],
  ...["change-password", "confirm-email", "reset-password", "unsubscribe", "consents", "tracking", "search"],
  ...[
    "catalogue",
    "logout",
    "notifications",
    "info",
    "reviews",
    "language",
    "currency",
    "destination",
    "maketest",
    "compare",
    "product-preview",
  ],
  ...["p", "en", "en-us", "ru", "v1", "admin", "media", "assets", "healthz", "readyz", "sitemap", "robots"],
]);
