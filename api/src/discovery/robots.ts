import { addressedLocales, type Site } from "./site.ts";
import { localizedPath } from "../platform/locale.ts";

/** Pages that are somebody's own, or endless: nothing for a search engine. */
const closed = [
  ...[
    "/cart",
    "/checkout",
    "/login",
    "/register",
    "/logout",
    "/forgot-password",
    "/change-password",
    "/profile",
    "/wishlist",
  ],
  ...[
    "/notifications",
    "/user/",
    "/jpcart/",
    "/product_search",
    "/language/",
    "/currency",
    "/maketest/*/result",
    "/maketest/*?",
  ],
];

/** The sign-in over any page, and what is no page. */
const everywhere = ["/v1/", "/sandbox-gateway/", "/*?auth=", "/*&auth="];

/** Marks of campaigns: the page is the same without them. */
const marks = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "yclid",
  "gclid",
  "fbclid",
  "_openstat",
];
/** Query parameters that change nothing, or the order alone, of the pages below an address. */
const cleaned = [
  [...marks, "from", "auth"].join("&"),
  "sort /category/",
  "sort /manufacturer/",
  "sort /tags/",
  "option&reviews /",
];

/**
 * robots.txt. Yandex reads its own group instead of the general one, so everything stands there again, with the
 * parameters that it is told to pass over.
 */
export function robotsText(site: Site): string {
  const paths = addressedLocales(site).flatMap((locale) =>
    closed.map((path) => localizedPath(path, locale, site.localeStrategy)),
  );
  const rules = [...everywhere, ...paths].map((path) => `Disallow: ${path}`);
  return [
    "User-agent: *",
    ...rules,
    "",
    "User-agent: Yandex",
    ...rules,
    ...cleaned.map((one) => `Clean-param: ${one}`),
    "",
    `Sitemap: ${site.publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
