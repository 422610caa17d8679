import { isbot } from "isbot";
import { defaultLocale, isLocale, parsePreferredLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";
import { SERVICE_WORKER_PATH } from "../offline/cache-policy.ts";
import { hasCookie, readCookie, serializeCookie } from "./cookies.ts";
import { findAcceptedRegion, guessCountry } from "./destination-cookie.ts";

export const LOCALE_COOKIE = "i18n_redirected";
export const CURRENCY_COOKIE = "currency";
export const YEAR_SECONDS = 365 * 86_400;

/** A request as far as the preferences of its visitor can be read from it. */
export type VisitorRequest = { method: string; headers: Pick<Headers, "get"> };

/** The value of a cookie. `isInvalid`: there is one, but its value is not valid. */
export type CookieValue<T> = { value: T | null; isInvalid: boolean };

/** Reads the locale that the visitor has chosen, or that was negotiated for them before. */
export function readLocaleCookie({ headers }: VisitorRequest): CookieValue<Locale> {
  const cookie = headers.get("cookie");
  const value = readCookie(cookie, LOCALE_COOKIE);
  return isLocale(value) ? { value, isInvalid: false } : { value: null, isInvalid: hasCookie(cookie, LOCALE_COOKIE) };
}

/** Reads the ISO 4217 code of the currency that the visitor has chosen. The store may not offer it anymore. */
export function readCurrencyCookie({ headers }: VisitorRequest): CookieValue<string> {
  const cookie = headers.get("cookie");
  const value = readCookie(cookie, CURRENCY_COOKIE)?.toUpperCase();
  return value && /^[A-Z]{3}$/.test(value)
    ? { value, isInvalid: false }
    : { value: null, isInvalid: hasCookie(cookie, CURRENCY_COOKIE) };
}

/**
 * Resolves the locale of a request. With prefixes the URL determines it, and the cookie only that of `/`; without
 * prefixes the cookie determines it everywhere. Without a cookie Accept-Language determines it.
 * @param url.path the canonical path with its locale prefix; `isData`: the data of a page is requested, not the page
 * @returns the locale, and whether it was negotiated for a visitor without a cookie, who gets one
 */
export function resolveLocale(
  request: VisitorRequest,
  url: { path: string; locale: Locale; isData: boolean },
  strategy: LocaleStrategy,
): { locale: Locale; isNew: boolean } {
  const cookieLocale = readLocaleCookie(request).value;
  const isNegotiated = strategy === "no_prefix" || isExternalHomeRequest(request, url);
  const locale = isNegotiated ? (cookieLocale ?? negotiateLocale(request)) : url.locale;
  const isNew =
    isNegotiated &&
    !cookieLocale &&
    request.method === "GET" &&
    url.path !== SERVICE_WORKER_PATH &&
    !isCrawler(request);
  return { locale, isNew };
}

/**
 * Whether this is a request for `/` from outside the store. A shopper who reads the store in another locale than the
 * cookie's (for example through a shared link) stays in it when navigating to the home page.
 */
function isExternalHomeRequest(request: VisitorRequest, { path, isData }: { path: string; isData: boolean }): boolean {
  return path === "/" && isRead(request) && !isData && request.headers.get("sec-fetch-site") !== "same-origin";
}

/** The locale of a visitor who has not chosen one yet. */
function negotiateLocale(request: VisitorRequest): Locale {
  if (isCrawler(request)) return defaultLocale;
  return parsePreferredLocale(request.headers.get("accept-language")) ?? defaultLocale;
}

/**
 * Returns the likely country of a visitor who has not chosen one. Crawlers get the same page in each language, whatever
 * languages they accept.
 */
export function guessDestination(request: VisitorRequest, locale: Locale, currency: string | null): string {
  const region = isCrawler(request) ? null : findAcceptedRegion(request.headers.get("accept-language"), locale);
  return region ?? guessCountry(locale, currency);
}

function isCrawler({ headers }: VisitorRequest): boolean {
  return isbot(headers.get("user-agent") ?? "");
}

export function isRead({ method }: VisitorRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns a Set-Cookie header that stores the locale for a year. */
export function createLocaleCookie(locale: Locale, { secureCookies }: { secureCookies: boolean }): string {
  return serializeCookie(LOCALE_COOKIE, locale, { maxAge: YEAR_SECONDS, secure: secureCookies });
}

/** Returns a Set-Cookie header that removes the locale. */
export function clearLocaleCookie({ secureCookies }: { secureCookies: boolean }): string {
  return serializeCookie(LOCALE_COOKIE, "", { maxAge: 0, secure: secureCookies });
}

/** Returns a Cookie header with the preferences of a visitor. */
export function formatPreferenceCookies(locale: Locale, currency: string | null, destination: string): string {
  const cookies = {
    [LOCALE_COOKIE]: locale,
    ...(currency === null ? {} : { [CURRENCY_COOKIE]: currency }),
    destination,
  };
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("; ");
}
