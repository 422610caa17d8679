/** First parts of the storefront's own addresses: no product can stand there. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...["best-sales", "brands", "new-products", "prices-drop", "category", "manufacturer", "brand-series", "tags"],
  ...["product-search", "wishlist", "cart", "profile", "user", "jpcart", "login", "register", "forgot-password"],
  ...[
    "change-password",
    "confirm-email",
    "reset-password",
    "unsubscribe",
    "consents",
    "tracking",
    "search",
    "catalogue",
  ],
  ...["logout", "notifications", "blog", "info", "news", "language", "currency", "maketest", "p", "en", "en-us", "ru"],
  ...["v1", "media", "assets", "healthz", "readyz", "sitemap", "robots"],
]);
