import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { SERVICE_WORKER_PATH } from "./offline/cache-policy.ts";
import { locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";

/** The pages of each locale: path, route module and name. Static paths take precedence over `/:productSlug`. */
const pages: ReadonlyArray<[path: string, file: string, name: string]> = [
  // catalog
  ["best-sales", "routes/collection.page.tsx", "best-sales"],
  ["brands", "routes/brands.page.tsx", "brands"],
  ["new-products", "routes/collection.page.tsx", "new-products"],
  ["prices-drop", "routes/collection.page.tsx", "prices-drop"],
  ["category/:slug", "routes/category.page.tsx", "category"],
  ["manufacturer/:slug", "routes/brand.page.tsx", "manufacturer"],
  ["brand-series/:id", "routes/brand-series.page.tsx", "brand-series"],
  ["tags/:slug", "routes/tag.page.tsx", "tag"],
  ["product_search", "routes/search.page.tsx", "search"],
  ["compare", "routes/compare.page.tsx", "compare"],
  ["product-preview/:token", "routes/product-preview.page.tsx", "product-preview"],

  // wishlist
  ["wishlist", "routes/wishlist.page.tsx", "wishlist"],
  ["profile/user_favorites", "routes/profile-wishlist.page.tsx", "profile-wishlist"],
  ["wishlist/share", "routes/wishlist-share.page.tsx", "wishlist-share"],
  ["wishlist/shared/:token", "routes/shared-wishlist.page.tsx", "shared-wishlist"],
  ["wishlist/:id", "routes/wishlist-item.ts", "wishlist-item"],

  // cart and checkout
  ["cart", "routes/cart.page.tsx", "cart"],
  ["cart/lines", "routes/cart-lines.ts", "cart-lines"],

  // reviews and questions
  ["profile/reviews", "routes/reviews.page.tsx", "reviews"],
  ["profile/reviews/:product", "routes/review.page.tsx", "review"],
  ["profile/questions/:product", "routes/question.page.tsx", "question"],
  ["profile/photos", "routes/review-photos.ts", "review-photos"],
  ["reviews/:id/helpful", "routes/review-helpful.ts", "review-helpful"],

  // product alerts and excluded ingredients
  ["profile/alerts", "routes/alerts.page.tsx", "alerts"],
  ["profile/alerts/:id", "routes/alert.ts", "alert"],
  ["ingredients", "routes/ingredients.page.tsx", "ingredients"],
  ["ingredients/:slug", "routes/ingredient.page.tsx", "ingredient"],

  // orders and payments
  ["profile/orders", "routes/orders.page.tsx", "orders"],
  ["profile/orders/:id", "routes/order.page.tsx", "order"],
  ["profile/orders/:id/receipt", "routes/order-receipt.ts", "order-receipt"],
  ["profile/orders/:id/edit", "routes/order-edit.page.tsx", "order-edit"],
  ["profile/orders/:id/join", "routes/order-join.page.tsx", "order-join"],
  ["profile/orders/:id/return", "routes/return-form.page.tsx", "return-form"],
  ["profile/returns/:id", "routes/return.page.tsx", "return"],
  ["profile/message-photos", "routes/message-photos.ts", "message-photos"],
  ["profile/message-photos/:id", "routes/message-photo.ts", "message-photo"],
  ["profile/return-photos", "routes/return-photos.ts", "return-photos"],
  ["profile/return-photos/:id", "routes/return-photo.ts", "return-photo"],
  ["user/payment", "routes/payments.page.tsx", "payments"],
  ["user/payment/:id", "routes/payment.page.tsx", "payment"],
  ["jpcart/payment/:id", "routes/payment.page.tsx", "payment-link"],
  ["jpcart/payment/:id/status", "routes/payment-status.ts", "payment-status"],
  ["jpcart/payment_new/:id", "routes/payment.page.tsx", "payment-new"],

  // account
  ["login", "routes/login.page.tsx", "login"],
  ["login/email", "routes/email-sign-in.ts", "email-sign-in"],
  ["login/passkey-options", "routes/passkey-options.ts", "passkey-options"],
  ["register", "routes/register.page.tsx", "register"],
  ["forgot-password", "routes/forgot-password.page.tsx", "forgot-password"],
  ["change-password", "routes/change-password.page.tsx", "change-password"],
  ["confirm-email", "routes/confirm-email.page.tsx", "confirm-email"],
  ["user/newsletter", "routes/newsletter.page.tsx", "newsletter"],
  ["user/unsubscribe", "routes/unsubscribe.page.tsx", "unsubscribe"],
  ["user/consents/analytics", "routes/analytics-consent.ts", "analytics-consent"],
  ["logout", "routes/logout.ts", "logout"],
  ["profile", "routes/profile.page.tsx", "profile"],
  ["profile/bonus-list", "routes/loyalty-points.page.tsx", "loyalty-points"],
  ["profile/promo", "routes/promo.page.tsx", "promo"],
  ["profile/special-offer", "routes/special-offer.page.tsx", "special-offer"],
  ["profile/info", "routes/profile-info.page.tsx", "profile-info"],
  ["profile/security", "routes/security.page.tsx", "profile-security"],
  ["profile/second-factor", "routes/second-factor.page.tsx", "profile-second-factor"],
  ["profile/notifications", "routes/message-preferences.page.tsx", "message-preferences"],
  ["profile/data/all", "routes/profile-data-view.page.tsx", "profile-data-view"],
  ["profile/data/file", "routes/profile-data-file.ts", "profile-data-file"],
  ["profile/delete", "routes/account-deletion.page.tsx", "profile-delete"],
  ["user/deleted", "routes/account-deleted.page.tsx", "account-deleted"],
  ["profile/data", "routes/profile-data.page.tsx", "profile-data"],
  ["profile/addresses", "routes/addresses.page.tsx", "addresses"],
  ["profile/addresses/:id", "routes/address.page.tsx", "address"],

  // notifications
  ["notifications/stream", "routes/notifications-stream.ts", "notifications-stream"],
  ["notifications", "routes/notifications.page.tsx", "notifications"],

  // content
  ["blog", "routes/blog.page.tsx", "blog"],
  ["blog/tag/:slug", "routes/blog.page.tsx", "blog-tag"],
  ["blog/:slug", "routes/post.page.tsx", "blog-post"],
  ["info/:slug", "routes/info.page.tsx", "info"],
  ["maketest/:id", "routes/quiz.page.tsx", "quiz"],
  ["maketest/:id/result/:code", "routes/quiz-result.page.tsx", "quiz-result"],
  ["news", "routes/news.page.tsx", "news"],
  ["news/:slug", "routes/post.page.tsx", "news-post"],
  ["podarocnyi-sertifikat.html", "routes/gift-cards.page.tsx", "gift-cards"],
  ["certificates/balance", "routes/gift-card-balance.page.tsx", "gift-card-balance"],
  ["certificates/:key", "routes/gift-card.page.tsx", "gift-card"],

  // locale, currency, destination and web app manifest
  ["language/:locale", "routes/language.ts", "language"],
  ["currency", "routes/currency.ts", "currency"],
  ["destination", "routes/destination.page.tsx", "destination"],
  ["manifest.webmanifest", "routes/web-manifest.ts", "web-manifest"],

  // products: last, because their paths are a single segment
  ["p/:product", "routes/product-redirect.ts", "product-redirect"],
  [":productSlug", "routes/product.page.tsx", "product"],
  [":productSlug/reviews", "routes/product-reviews.page.tsx", "product-reviews"],
];

/** Creates the route table of a locale; the id of a route is `name___locale`. A path that matches no entry is a 404. */
function createPageRoutes(locale: Locale): RouteConfigEntry[] {
  return [
    index("routes/home.page.tsx", { id: `home___${locale}` }),
    ...pages.map(([path, file, name]) => route(path, file, { id: `${name}___${locale}` })),
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
