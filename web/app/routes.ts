import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { SERVICE_WORKER_PATH } from "./offline/cache-policy.ts";
import { locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";

/**
 * The route table, once per locale: the id of a route is `name___locale`. Static paths take precedence over
 * `/:productSlug`. A path that matches no entry is a 404.
 */
function createPageRoutes(locale: Locale): RouteConfigEntry[] {
  const page = (path: string, file: string, name: string) => route(path, file, { id: `${name}___${locale}` });
  return [
    index("routes/home.page.tsx", { id: `home___${locale}` }),

    // catalog
    page("best-sales", "routes/collection.page.tsx", "best-sales"),
    page("brands", "routes/brands.page.tsx", "brands"),
    page("new-products", "routes/collection.page.tsx", "new-products"),
    page("prices-drop", "routes/collection.page.tsx", "prices-drop"),
    page("category/:slug", "routes/category.page.tsx", "category"),
    page("manufacturer/:slug", "routes/brand.page.tsx", "manufacturer"),
    page("brand-series/:id", "routes/brand-series.page.tsx", "brand-series"),
    page("tags/:slug", "routes/tag.page.tsx", "tag"),
    page("product_search", "routes/search.page.tsx", "search"),

    // wishlist
    page("wishlist", "routes/wishlist.page.tsx", "wishlist"),
    page("profile/user_favorites", "routes/profile-wishlist.page.tsx", "profile-wishlist"),
    page("wishlist/:id", "routes/wishlist-item.ts", "wishlist-item"),

    // cart and checkout
    page("cart", "routes/cart.page.tsx", "cart"),
    page("cart/lines", "routes/cart-lines.ts", "cart-lines"),

    // reviews and questions
    page("profile/reviews", "routes/reviews.page.tsx", "reviews"),
    page("profile/reviews/:product", "routes/review.page.tsx", "review"),
    page("profile/questions/:product", "routes/question.page.tsx", "question"),
    page("profile/photos", "routes/review-photos.ts", "review-photos"),
    page("reviews/:id/helpful", "routes/review-helpful.ts", "review-helpful"),

    // product alerts and excluded ingredients
    page("profile/alerts", "routes/alerts.page.tsx", "alerts"),
    page("profile/alerts/:id", "routes/alert.ts", "alert"),
    page("ingredients", "routes/ingredients.page.tsx", "ingredients"),
    page("ingredients/:slug", "routes/ingredient.page.tsx", "ingredient"),

    // orders and payments
    page("profile/orders", "routes/orders.page.tsx", "orders"),
    page("profile/orders/:id", "routes/order.page.tsx", "order"),
    page("user/payment", "routes/payments.page.tsx", "payments"),
    page("user/payment/:id", "routes/payment.page.tsx", "payment"),
    page("jpcart/payment/:id", "routes/payment.page.tsx", "payment-link"),
    page("jpcart/payment/:id/status", "routes/payment-status.ts", "payment-status"),
    page("jpcart/payment_new/:id", "routes/payment.page.tsx", "payment-new"),

    // account
    page("login", "routes/login.page.tsx", "login"),
    page("register", "routes/register.page.tsx", "register"),
    page("forgot-password", "routes/forgot-password.page.tsx", "forgot-password"),
    page("change-password", "routes/change-password.page.tsx", "change-password"),
    page("confirm-email", "routes/confirm-email.page.tsx", "confirm-email"),
    page("user/newsletter", "routes/newsletter.page.tsx", "newsletter"),
    page("user/unsubscribe", "routes/unsubscribe.page.tsx", "unsubscribe"),
    page("user/consents/analytics", "routes/analytics-consent.ts", "analytics-consent"),
    page("logout", "routes/logout.ts", "logout"),
    page("profile", "routes/profile.page.tsx", "profile"),
    page("profile/bonus-list", "routes/loyalty-points.page.tsx", "loyalty-points"),
    page("profile/promo", "routes/promo.page.tsx", "promo"),
    page("profile/special-offer", "routes/special-offer.page.tsx", "special-offer"),
    page("profile/info", "routes/profile-info.page.tsx", "profile-info"),
    page("profile/security", "routes/security.page.tsx", "profile-security"),
    page("profile/second-factor", "routes/second-factor.page.tsx", "profile-second-factor"),
    page("profile/data/all", "routes/profile-data-view.page.tsx", "profile-data-view"),
    page("profile/data/file", "routes/profile-data-file.ts", "profile-data-file"),
    page("profile/delete", "routes/account-deletion.page.tsx", "profile-delete"),
    page("user/deleted", "routes/account-deleted.page.tsx", "account-deleted"),
    page("profile/data", "routes/profile-data.page.tsx", "profile-data"),
    page("profile/addresses", "routes/addresses.page.tsx", "addresses"),
    page("profile/addresses/:id", "routes/address.page.tsx", "address"),

    // notifications
    page("notifications/stream", "routes/notifications-stream.ts", "notifications-stream"),
    page("notifications", "routes/notifications.page.tsx", "notifications"),

    // content
    page("blog", "routes/blog.page.tsx", "blog"),
    page("blog/tag/:slug", "routes/blog.page.tsx", "blog-tag"),
    page("blog/:slug", "routes/post.page.tsx", "blog-post"),
    page("info/:slug", "routes/info.page.tsx", "info"),
    page("maketest/:id", "routes/quiz.page.tsx", "quiz"),
    page("maketest/:id/result/:code", "routes/quiz-result.page.tsx", "quiz-result"),
    page("news", "routes/news.page.tsx", "news"),
    page("news/:slug", "routes/post.page.tsx", "news-post"),
    page("podarocnyi-sertifikat.html", "routes/gift-cards.page.tsx", "gift-cards"),
    page("certificates/balance", "routes/gift-card-balance.page.tsx", "gift-card-balance"),
    page("certificates/:key", "routes/gift-card.page.tsx", "gift-card"),

    // locale, currency and web app manifest
    page("language/:locale", "routes/language.ts", "language"),
    page("currency", "routes/currency.ts", "currency"),
    page("manifest.webmanifest", "routes/web-manifest.ts", "web-manifest"),

    // products: last, because their paths are a single segment
    page("p/:product", "routes/product-redirect.ts", "product-redirect"),
    page(":productSlug", "routes/product.page.tsx", "product"),
  ];
}

/** Shows every UI component in all its states, for developers. The production build has no such page. */
const components = route("__ui", "routes/ui.page.tsx", { id: "ui" });

export default [
  ...(process.env["NODE_ENV"] === "development" ? [components] : []),
  route(SERVICE_WORKER_PATH, "routes/service-worker.tsx", { id: "service-worker" }),
  ...createPageRoutes(locales[0]),
  ...prefix(locales[1], createPageRoutes(locales[1])),
  route("*", "routes/not-found.page.tsx", { id: "not-found" }),
] satisfies RouteConfig;
