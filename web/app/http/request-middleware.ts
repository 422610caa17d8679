import type { CustomerSummary } from "@furoshiki/api/customer-summary";
import type { RedirectResponse } from "@furoshiki/api/content";
import { createContext, redirect, type LoaderFunctionArgs, type MiddlewareFunction } from "react-router";
import { findLegacyRedirect } from "./legacy-redirects.ts";
import {
  ApiError,
  createRequestContext,
  requestContextKey,
  type RequestContext,
} from "../api-client/request-context.ts";
import { getCanonicalPath } from "../navigation/canonical-path.ts";
import { DESTINATION_COOKIE, parseCountryCode, parseDestinationCookie } from "./destination-cookie.ts";
import { hasCookie, readCookie, serializeCookie } from "./cookies.ts";
import { getOfflineCacheHeaders } from "../offline/cache-policy.ts";
import { defaultLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { withCurrencyFallback } from "../api-client/currency-fallback.ts";
import { parseLocalPath } from "../navigation/local-path.ts";
import { THIRD_PARTY_SERVICES_HEADER } from "../store-config/third-party-services.ts";
import { clearSessionCookie, getSessionCookieName, getSessionToken } from "./session-cookie.ts";
import { serverContext, type StorefrontServer } from "../api-client/server-context.ts";
import {
  clearLocaleCookie,
  createLocaleCookie,
  CURRENCY_COOKIE,
  guessDestination,
  isRead,
  LOCALE_COOKIE,
  readCurrencyCookie,
  readLocaleCookie,
  resolveLocale,
} from "./visitor-preferences.ts";

/**
 * Third-party services that the page may use (`serializeThirdPartyServices`); set by the loader that knows the store's
 * settings.
 */
export const thirdPartyServicesContext = createContext("");

/** Handles every request to the storefront: sets the request context for the loaders, or redirects. */
export const handleStorefrontRequest: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context, pattern } = args;
  const server = context.get(serverContext);
  server.setRoute(pattern);
  const cookie = request.headers.get("cookie");
  const localeCookie = readLocaleCookie(request);
  const target = resolveUrl(args, localeCookie.value, server);
  if (target instanceof Response) return target;
  const { locale, path, isLocaleNew } = target;

  const currencyCookie = readCurrencyCookie(request);
  const currency = currencyCookie.value;
  let isCurrencyInvalid = currencyCookie.isInvalid;
  const api = withCurrencyFallback(server.api, () => {
    isCurrencyInvalid = true;
  });
  const secure = server.secureCookies;
  const token = getSessionToken(request, secure);
  const values = {
    ...{ server: { ...server, api }, locale, path: path + url.search, currency, token },
    ...{
      userAgent: request.headers.get("user-agent") ?? "",
      requestId: server.isShared ? "" : createRequestId(),
    },
  };
  const chosen = parseDestinationCookie(readCookie(cookie, DESTINATION_COOKIE));
  const addressCountry = chosen === null ? await findAddressCountry(values) : null;
  const deliveryCountry = chosen?.country ?? addressCountry ?? guessDestination(request, locale, currency);
  const requestContext = createRequestContext({ ...values, deliveryCountry, deliveryCity: chosen?.city ?? null });
  context.set(requestContextKey, requestContext);
  const response = await next();
  if (response.status === 404 && isRead(request)) {
    const redirectPath = await findRedirect(requestContext, path);
    if (redirectPath) return redirect(requestContext.to(redirectPath) + url.search, 301);
  }
  const thirdPartyServices = context.get(thirdPartyServicesContext);
  if (thirdPartyServices) response.headers.set(THIRD_PARTY_SERVICES_HEADER, thirdPartyServices);
  for (const [name, value] of getOfflineCacheHeaders(context, response.status)) response.headers.set(name, value);
  // Remove invalid cookies.
  if (isCurrencyInvalid)
    addCookie(response, CURRENCY_COOKIE, serializeCookie(CURRENCY_COOKIE, "", { maxAge: 0, secure }));
  const tokenName = getSessionCookieName(secure);
  if (!token && hasCookie(cookie, tokenName)) addCookie(response, tokenName, clearSessionCookie(secure));
  // For the session only: so that the address is looked up once, and a later address counts in the next session.
  if (addressCountry)
    addCookie(response, DESTINATION_COOKIE, serializeCookie(DESTINATION_COOKIE, addressCountry, { secure }));
  if (isLocaleNew) addCookie(response, LOCALE_COOKIE, createLocaleCookie(locale, server));
  else if (localeCookie.isInvalid) addCookie(response, LOCALE_COOKIE, clearLocaleCookie(server));
  return response;
};

/** What a URL resolves to. `isLocaleNew`: the locale was negotiated for a visitor without a locale cookie. */
type ResolvedUrl = { locale: Locale; path: string; isLocaleNew: boolean };

/**
 * Resolves the path without the locale prefix and the locale; or a redirect if the URL is not canonical, has moved, or
 * belongs to another locale.
 * With prefixes the URL determines the locale, and the cookie (`cookieLocale`) only that of `/`; without prefixes the
 * cookie determines it everywhere. Without a cookie Accept-Language determines it, and the result is stored in the
 * cookie. Once the cookie is set, only the language switch (routes/language.ts) changes it.
 */
function resolveUrl(
  { request, url, pattern }: Pick<LoaderFunctionArgs, "request" | "url" | "pattern">,
  cookieLocale: Locale | null,
  server: StorefrontServer,
): ResolvedUrl | Response {
  const { localeStrategy: strategy } = server;
  const canonical = getCanonicalPath(url.pathname, pattern);
  const { locale: urlLocale, path } = splitPath(canonical);
  if (strategy === "no_prefix" && urlLocale !== defaultLocale) {
    const headers = cookieLocale ? {} : { "set-cookie": createLocaleCookie(urlLocale, server) };
    return redirect(path + url.search, { status: 302, headers });
  }
  if (isRead(request) && canonical !== url.pathname) return redirect(canonical + url.search, 301);

  const isData = new URL(request.url).pathname.endsWith(".data");
  const { locale, isNew } = resolveLocale(request, { path: canonical, locale: urlLocale, isData }, strategy);
  const movedPath = findLegacyRedirect(path);
  if (movedPath) return redirect(localizePath(movedPath, locale, strategy) + url.search, 301);
  if (strategy === "no_prefix" || locale === urlLocale) return { locale, path, isLocaleNew: isNew };
  const headers = new Headers({ vary: "Accept-Language, Cookie" });
  if (isNew) headers.set("set-cookie", createLocaleCookie(locale, server));
  return redirect(localizePath(path, locale, strategy) + url.search, { status: 302, headers });
}

/**
 * The path that a missing page redirects to, from the store's redirect table; null if there is none or the API is
 * unavailable.
 */
async function findRedirect(requestContext: RequestContext, path: string): Promise<string | null> {
  try {
    return parseLocalPath(
      (await requestContext.call<RedirectResponse>(`/v1/redirects?path=${encodeURIComponent(path)}`)).to,
    );
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Returns the country of the address that a signed-in customer's cart is sent to; null for guests, and if it fails. */
async function findAddressCountry(
  values: Omit<Parameters<typeof createRequestContext>[0], "deliveryCountry" | "deliveryCity">,
) {
  if (values.token === null) return null;
  try {
    const { call } = createRequestContext({ ...values, deliveryCountry: null, deliveryCity: null });
    return parseCountryCode((await call<CustomerSummary>("/v1/user/summary")).delivery_country);
  } catch (error) {
    // The root loader reports the error, or that the session has expired.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Adds a Set-Cookie header, unless the page itself has just set that cookie. */
function addCookie(response: Response, name: string, cookie: string): void {
  const isSet = response.headers.getSetCookie().some((cookieHeader) => cookieHeader.startsWith(`${name}=`));
  if (!isSet) response.headers.append("set-cookie", cookie);
}

/** Eight random hexadecimal digits in two groups, easy to read out. */
function createRequestId(): string {
  const digits = crypto.randomUUID();
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}`;
}
