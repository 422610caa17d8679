import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { WORKER_PATH } from "./lib/keeping.ts";
import { locales, type Locale } from "./lib/locale.ts";

/**
 * The address table (spec §2), once per locale: a route's id is `name___locale`. Fixed addresses win over
 * `/:productSlug`. What no entry answers is a 404. A page of a room that is not built yet has no entry.
 */
function pages(locale: Locale): RouteConfigEntry[] {
  const page = (path: string, file: string, name: string) => route(path, file, { id: `${name}___${locale}` });
  return [
    index("catalogue/home.page.tsx", { id: `home___${locale}` }),

    // catalogue
    page("best-sales", "catalogue/collection.page.tsx", "best-sales"),
    page("brands", "catalogue/brands.page.tsx", "brands"),
    page("new-products", "catalogue/collection.page.tsx", "new-products"),
    page("prices-drop", "catalogue/collection.page.tsx", "prices-drop"),
    page("category/:slug", "catalogue/category.page.tsx", "category"),
    page("manufacturer/:slug", "catalogue/manufacturer.page.tsx", "manufacturer"),
    page("brand-series/:id", "catalogue/series.page.tsx", "brand-series"),
    page("tags/:slug", "catalogue/tag.page.tsx", "tag"),
    page("product_search", "search/search.page.tsx", "search"),

    // wishlist
    page("wishlist", "wishlist/wishlist.page.tsx", "wishlist"),
    page("profile/user_favorites", "wishlist/favourites.page.tsx", "profile-favourites"),
    page("wishlist/:id", "wishlist/item.ts", "wishlist-item"),

    // cart and checkout
    page("cart", "cart/cart.page.tsx", "cart"),
    page("cart/lines", "cart/lines.ts", "cart-lines"),

    // reviews and questions
    page("profile/reviews", "reviews/reviews.page.tsx", "reviews"),
    page("profile/reviews/:product", "reviews/review.page.tsx", "review"),
    page("profile/questions/:product", "reviews/question.page.tsx", "question"),
    page("profile/photos", "reviews/photos.ts", "review-photos"),
    page("reviews/:id/helpful", "reviews/helpful.ts", "review-helpful"),

    // what shoppers wait for and avoid
    page("profile/alerts", "catalogue/alerts.page.tsx", "alerts"),
    page("profile/alerts/:id", "catalogue/alert.ts", "alert"),
    page("ingredients", "catalogue/ingredients.page.tsx", "ingredients"),
    page("ingredients/:slug", "catalogue/ingredient.page.tsx", "ingredient"),

    // orders and payments
    page("profile/orders", "orders/orders.page.tsx", "orders"),
    page("profile/orders/:id", "orders/order.page.tsx", "order"),
    page("user/payment", "payments/payments.page.tsx", "payments"),
    page("user/payment/:id", "payments/payment.page.tsx", "payment"),
    page("jpcart/payment/:id", "payments/payment.page.tsx", "payment-link"),
    page("jpcart/payment/:id/status", "payments/status.ts", "payment-status"),
    page("jpcart/payment_new/:id", "payments/payment.page.tsx", "payment-new"),

    // account
    page("login", "account/login.page.tsx", "login"),
    page("register", "account/register.page.tsx", "register"),
    page("forgot-password", "account/forgot-password.page.tsx", "forgot-password"),
    page("change-password", "account/change-password.page.tsx", "change-password"),
    page("confirm-email", "account/confirm-email.page.tsx", "confirm-email"),
    page("user/newsletter", "account/newsletter.page.tsx", "newsletter"),
    page("user/unsubscribe", "account/unsubscribe.page.tsx", "unsubscribe"),
    page("user/consents/analytics", "account/analytics-consent.ts", "analytics-consent"),
    page("logout", "account/logout.ts", "logout"),
    page("profile", "account/profile.page.tsx", "profile"),
    page("profile/bonus-list", "promotions/bonus-list.page.tsx", "bonus-list"),
    page("profile/promo", "promotions/promo.page.tsx", "promo"),
    page("profile/special-offer", "promotions/special-offer.page.tsx", "special-offer"),
    page("profile/info", "account/info.page.tsx", "profile-info"),
    page("profile/security", "account/security.page.tsx", "profile-security"),
    page("profile/second-factor", "account/second-factor.page.tsx", "profile-second-factor"),
    page("profile/data/all", "account/data-view.page.tsx", "profile-data-view"),
    page("profile/data/file", "account/data-file.ts", "profile-data-file"),
    page("profile/delete", "account/deletion.page.tsx", "profile-delete"),
    page("user/deleted", "account/deleted.page.tsx", "account-deleted"),
    page("profile/data", "account/data.page.tsx", "profile-data"),
    page("profile/addresses", "account/addresses.page.tsx", "addresses"),
    page("profile/addresses/:id", "account/address.page.tsx", "address"),

    // notifications
    page("notifications/stream", "notifications/stream.ts", "notifications-stream"),
    page("notifications", "notifications/notifications.page.tsx", "notifications"),

    // content
    page("blog", "content/blog.page.tsx", "blog"),
    page("blog/tag/:slug", "content/blog.page.tsx", "blog-tag"),
    page("blog/:slug", "content/post.page.tsx", "blog-post"),
    page("info/:slug", "content/info.page.tsx", "info"),
    page("maketest/:id", "content/quiz.page.tsx", "quiz"),
    page("maketest/:id/result/:code", "content/quiz-result.page.tsx", "quiz-result"),
    page("news", "content/news.page.tsx", "news"),
    page("news/:slug", "content/post.page.tsx", "news-post"),
    page("podarocnyi-sertifikat.html", "content/gift.page.tsx", "gift"),
    page("certificates/balance", "content/balance.page.tsx", "certificate-balance"),
    page("certificates/:key", "content/certificate.page.tsx", "certificate"),

    // shell
    page("language/:locale", "shell/language.ts", "language"),
    page("currency", "shell/currency.ts", "currency"),
    page("manifest.webmanifest", "shell/web-manifest.ts", "web-manifest"),

    // products: last, because their addresses are single words
    page("p/:product", "catalogue/short-link.ts", "short-link"),
    page(":productSlug", "catalogue/product.page.tsx", "product"),
  ];
}

/** Every component in all its states, for whoever works on them; the built shop has no such page. */
const components = route("__ui", "ui/ui.page.tsx", { id: "ui" });

export default [
  ...(process.env["NODE_ENV"] === "development" ? [components] : []),
  route(WORKER_PATH, "shell/service-worker.tsx", { id: "service-worker" }),
  ...pages(locales[0]),
  ...prefix(locales[1], pages(locales[1])),
  route("*", "shell/not-found.page.tsx", { id: "not-found" }),
] satisfies RouteConfig;
