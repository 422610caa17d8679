import { getIndexedLocales, type Site } from "./site.ts";
import { localizePath } from "../../../design-system/i18n/locale-path.ts";

/** Personal pages and pages with endless variations, which search engines must not crawl. */
const disallowedPaths = [
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
    "/destination",
    "/currency",
    "/maketest/*/result",
    "/maketest/*?",
  ],
];

/** The sign-in dialog on any page, and URLs that are not pages. */
const globalPatterns = ["/v1/", "/sandbox-gateway/", "/*?auth=", "/*&auth="];

/** Campaign parameters, which do not change the page. */
const trackingParams = [
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
/** Query parameters that do not change the pages below a path, or change only their sort order. */
const cleanParams = [
  [...trackingParams, "from", "auth"].join("&"),
  "sort /category/",
  "sort /manufacturer/",
  "sort /tags/",
  "option&reviews /",
];

/**
 * Renders robots.txt. Yandex reads only its own group and not the general one, so all rules are repeated there, with
 * its Clean-param directives.
 */
export function renderRobotsTxt(site: Site): string {
  const paths = getIndexedLocales(site).flatMap((locale) =>
    disallowedPaths.map((path) => localizePath(path, locale, site.localeStrategy)),
  );
  const rules = [...globalPatterns, ...paths].map((path) => `Disallow: ${path}`);
  return [
    "User-agent: *",
    ...rules,
    "",
    "User-agent: Yandex",
    ...rules,
    ...cleanParams.map((one) => `Clean-param: ${one}`),
    "",
    `Sitemap: ${site.publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
