import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
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

    // content
    page("info/:slug", "content/info.page.tsx", "info"),

    // cart and checkout
    page("cart/lines", "cart/lines.ts", "cart-lines"),

    // payments

    // account

    // wishlist
    page("wishlist/:id", "wishlist/item.ts", "wishlist-item"),

    // shell
    page("language/:locale", "shell/language.ts", "language"),
    page("currency", "shell/currency.ts", "currency"),

    // products: last, because their addresses are single words
    page("p/:product", "catalogue/short-link.ts", "short-link"),
  ];
}

export default [
  ...pages(locales[0]),
  ...prefix(locales[1], pages(locales[1])),
  route("*", "shell/not-found.page.tsx", { id: "not-found" }),
] satisfies RouteConfig;
