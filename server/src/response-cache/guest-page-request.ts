import { reservedSlugs } from "../../../api/src/catalog/reserved-slugs.ts";
import { hasCookie, readCookie } from "../../../web/app/http/cookies.ts";
import {
  DESTINATION_COOKIE,
  formatDestinationCookie,
  guessCountry,
  parseDestinationCookie,
} from "../../../web/app/http/destination-cookie.ts";
import { getSessionCookieName } from "../../../web/app/http/session-cookie.ts";
import {
  createLocaleCookie,
  formatPreferenceCookies,
  guessDestination,
  isRead,
  readCurrencyCookie,
  readLocaleCookie,
  resolveLocale,
} from "../../../web/app/http/visitor-preferences.ts";
import { isResolvedByUrls, type ReceivedRequest, type SharedRequest } from "./shared-request.ts";
import { splitPath, type LocaleStrategy } from "../../../design-system/i18n/locale-path.ts";

export type GuestPageOptions = Readonly<{ localeStrategy: LocaleStrategy; secureCookies: boolean }>;

const MAX_TARGET_LENGTH = 500;
/** Lists, and pages below a path. Products have paths of a single segment. */
const listPaths =
  /^\/(?:$|(?:best-sales|brands|new-products|ingredients|blog|news)$|podarocnyi-sertifikat\.html$|(?:category|manufacturer|brand-series|tags|ingredients|blog|blog\/tag|news|info)\/[^/]+$)/;
const productPath = /^\/([a-z\d-]+)(?:\/reviews)?$/;
/** Parameters that name the origin of a visitor, and which the browser alone reads. */
const campaignParameter = /^(?:utm_\w+|yclid|ymclid|gclid|gbraid|wbraid|fbclid|_openstat)$/;

/**
 * Describes a request for a page, or for the data of a page, that guests share. Returns null if the request must be
 * handled by itself: it has a session, a body, or invalid cookies, which are removed; it is redirected to another locale;
 * or its page is not one of those that guests share.
 */
export function describeGuestPageRequest(
  request: ReceivedRequest,
  { localeStrategy, secureCookies }: GuestPageOptions,
): SharedRequest | null {
  const { target, headers } = request;
  if (!isRead(request) || target.length > MAX_TARGET_LENGTH || isResolvedByUrls(target)) return null;
  const cookie = headers.get("cookie");
  if (hasCookie(cookie, getSessionCookieName(secureCookies))) return null;
  const [pathname, query] = splitTarget(target);
  const pagePath = getPagePath(pathname);
  const url = splitPath(pagePath);
  if (!isSharedPage(url.path)) return null;
  const [localeCookie, currencyCookie] = [readLocaleCookie(request), readCurrencyCookie(request)];
  if (localeCookie.isInvalid || currencyCookie.isInvalid) return null;
  const isData = pagePath !== pathname;
  const { locale, isNew } = resolveLocale(request, { path: pagePath, locale: url.locale, isData }, localeStrategy);
  if (localeStrategy === "no_prefix" ? pagePath !== url.path : locale !== url.locale) return null;
  const currency = currencyCookie.value;
  const destination = formatDestinationCookie(
    parseDestinationCookie(readCookie(cookie, DESTINATION_COOKIE)) ?? {
      country: guessDestination(request, locale, currency),
      city: null,
    },
  );
  const sharedTarget = pathname + removeCampaign(query);
  const defaultDestination = formatDestinationCookie({ country: guessCountry(locale, null), city: null });
  return {
    key: [sharedTarget, locale, currency ?? "", destination].join(" "),
    target: sharedTarget,
    getHeaders: () => ({
      "accept-language": locale,
      cookie: formatPreferenceCookies(locale, currency, destination),
    }),
    setCookies: isNew ? [createLocaleCookie(locale, { secureCookies })] : [],
    isDefault: localeStrategy !== "no_prefix" && !isNew && currency === null && destination === defaultDestination,
  };
}

function splitTarget(target: string): [path: string, query: string] {
  const index = target.indexOf("?");
  return index < 0 ? [target, ""] : [target.slice(0, index), target.slice(index + 1)];
}

/** Returns the path of the page whose data a path such as `/brands.data` requests; of any other path the path itself. */
function getPagePath(pathname: string): string {
  if (pathname === "/_root.data") return "/";
  return pathname.endsWith(".data") ? pathname.slice(0, -".data".length) : pathname;
}

/** @param path without locale prefix */
function isSharedPage(path: string): boolean {
  if (listPaths.test(path)) return true;
  const [, slug] = productPath.exec(path) ?? [];
  return slug !== undefined && !reservedSlugs.has(slug);
}

/** Returns a query string without campaign parameters, with its question mark. */
function removeCampaign(query: string): string {
  if (query === "") return "";
  const parameters = query
    .split("&")
    .filter((part) => part !== "" && !campaignParameter.test(part.split("=", 1)[0] ?? ""));
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}
