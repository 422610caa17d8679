import { CACHE_POLICY_HEADER } from "../../../api/src/platform/http/endpoint.ts";
import { defaultLocale, parsePreferredLocale } from "../../../design-system/i18n/locale.ts";
import { hasCookie } from "../../../web/app/http/cookies.ts";
import { getSessionCookieName } from "../../../web/app/http/session-cookie.ts";
import { isResolvedByUrls, type ReceivedRequest, type SharedRequest } from "./shared-request.ts";

const MAX_TARGET_LENGTH = 1000;
/** Reads of the catalog and of content. */
const sharedPath =
  /^\/v1\/(?:frontConfig|home|categories|search\/suggest|manufacturers|products|ingredients|blog|news|customs\/rules|delivery\/methods|certificates\/offer|(?:manufacturers|brand-series|tags|ingredients|blog|news|pages|products)\/[^/?]+|products\/[^/?]+\/(?:similar|reviews|questions))(?:\?|$)/;

/**
 * Describes a request for data that is the same for everybody without a session; null if it must be handled by itself. So
 * must one of a storefront that asks for the cache policy of the response.
 */
export function describeApiRequest({ method, target, headers }: ReceivedRequest): SharedRequest | null {
  if (method !== "GET" || target.length > MAX_TARGET_LENGTH) return null;
  if (!sharedPath.test(target) || isResolvedByUrls(target)) return null;
  if (
    headers.get(CACHE_POLICY_HEADER) !== null ||
    headers.get("authorization") !== null ||
    hasSessionCookie(headers.get("cookie"))
  )
    return null;
  const locale = parsePreferredLocale(headers.get("accept-language")) ?? defaultLocale;
  const currency = headers.get("currency")?.trim().toUpperCase() ?? "";
  const country = headers.get("delivery-country")?.toUpperCase() ?? "";
  // What the API would refuse or ignore must not fill the cache.
  if (!/^(?:[A-Z]{3})?$/.test(currency) || !/^(?:[A-Z]{2})?$/.test(country)) return null;
  return {
    key: [target, locale, currency, country].join(" "),
    target,
    getHeaders: () => ({
      "accept-language": locale,
      ...(currency ? { currency } : {}),
      ...(country ? { "delivery-country": country } : {}),
    }),
    setCookies: [],
    isDefault: false,
  };
}

function hasSessionCookie(cookie: string | null): boolean {
  return [true, false].some((isSecure) => hasCookie(cookie, getSessionCookieName(isSecure)));
}
