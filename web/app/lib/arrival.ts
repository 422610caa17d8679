import type { Moved } from "@furoshiki/api/content";
import { isbot } from "isbot";
import { createContext, redirect, type LoaderFunctionArgs, type MiddlewareFunction } from "react-router";
import { movedTo } from "../redirects.ts";
import { ApiError, makeVisit, visitContext, type Visit } from "./api.ts";
import { canonicalPath } from "./canonical-path.ts";
import { hasCookie, readCookie, writeCookie } from "./cookies.ts";
import { keepingHeaders, WORKER_PATH } from "./keeping.ts";
import { defaultLocale, isLocale, localizedPath, preferredLocale, splitPath, type Locale } from "./locale.ts";
import { withoutLostCurrency } from "./lost-currency.ts";
import { ownPath } from "./own-path.ts";
import { SERVICES_HEADER } from "./page-services.ts";
import { dropToken, tokenCookie, tokenOf } from "./session.ts";
import { shopContext, type ShopServer } from "./shop-context.ts";

const LOCALE_COOKIE = "i18n_redirected";
export const CURRENCY_COOKIE = "currency";
export const YEAR = 365 * 86_400;

/** Services of others that the page may use (`servicesOf`), said by whoever knows the shop's settings. */
export const servicesContext = createContext("");

/** Receives every request of the storefront and leaves the visit for the loaders, or redirects. */
export const receiveVisitor: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context } = args;
  const server = context.get(shopContext);
  const cookie = request.headers.get("cookie");
  const remembered = readCookie(cookie, LOCALE_COOKIE);
  const known = isLocale(remembered) ? remembered : null;
  const address = resolveAddress(args, known, server);
  if (address instanceof Response) return address;
  const { locale, path, isFirstChoice } = address;

  const kept = readCookie(cookie, CURRENCY_COOKIE)?.toUpperCase();
  const currency = kept && /^[A-Z]{3}$/.test(kept) ? kept : null;
  let isCurrencyLost = currency === null && hasCookie(cookie, CURRENCY_COOKIE);
  const api = withoutLostCurrency(server.api, () => {
    isCurrencyLost = true;
  });
  const secure = server.secureCookies;
  const token = tokenOf(request, secure);
  const visit = makeVisit({
    server: { ...server, api },
    locale,
    path: path + url.search,
    currency,
    token,
    userAgent: request.headers.get("user-agent") ?? "",
    requestId: shortCode(),
  });
  context.set(visitContext, visit);
  const response = await next();
  if (response.status === 404 && isReading(request)) {
    const now = await laterAddress(visit, path);
    if (now) return redirect(visit.to(now) + url.search, 301);
  }
  const services = context.get(servicesContext);
  if (services) response.headers.set(SERVICES_HEADER, services);
  for (const [name, value] of keepingHeaders(context, response.status)) response.headers.set(name, value);
  // What is of no use is not brought again.
  if (isCurrencyLost) addCookie(response, CURRENCY_COOKIE, writeCookie(CURRENCY_COOKIE, "", { maxAge: 0, secure }));
  const tokenName = tokenCookie(secure);
  if (!token && hasCookie(cookie, tokenName)) addCookie(response, tokenName, dropToken(secure));
  if (isFirstChoice) addCookie(response, LOCALE_COOKIE, localeCookie(locale, server));
  else if (!known && hasCookie(cookie, LOCALE_COOKIE))
    addCookie(response, LOCALE_COOKIE, writeCookie(LOCALE_COOKIE, "", { maxAge: 0, secure }));
  return response;
};

/** What an address asks for. `isFirstChoice`: the language was decided here, for a visitor who has no cookie yet. */
type Address = { locale: Locale; path: string; isFirstChoice: boolean };

/**
 * The path without the locale's prefix, and the language; or a redirect, if the address is not canonical, has moved, or
 * is that of another language.
 *
 * With prefixes the address names the language, and the cookie (`known`) decides at `/` alone; without prefixes it
 * decides everywhere. Without a cookie Accept-Language decides, and the cookie remembers that. Once it is set, only
 * the language switch (shell/language.ts) changes it.
 */
function resolveAddress(
  { request, url, pattern }: Pick<LoaderFunctionArgs, "request" | "url" | "pattern">,
  known: Locale | null,
  server: ShopServer,
): Address | Response {
  const { localeStrategy: strategy } = server;
  const canonical = canonicalPath(url.pathname, pattern);
  const { locale: named, path } = splitPath(canonical);
  if (strategy === "no_prefix" && named !== defaultLocale) {
    const headers = known ? {} : { "set-cookie": localeCookie(named, server) };
    return redirect(path + url.search, { status: 302, headers });
  }
  if (isReading(request) && canonical !== url.pathname) return redirect(canonical + url.search, 301);

  const isDecided = strategy === "no_prefix" || isArrivalAtHome(request, canonical);
  const locale = isDecided ? (known ?? firstChoice(request)) : named;
  const target = movedTo(path);
  if (target) return redirect(localizedPath(target, locale, strategy) + url.search, 301);
  const isFirstChoice = isDecided && !known && request.method === "GET" && path !== WORKER_PATH && !isCrawler(request);
  if (strategy === "no_prefix" || locale === named) return { locale, path, isFirstChoice };
  const headers = new Headers({ vary: "Accept-Language, Cookie" });
  if (isFirstChoice) headers.set("set-cookie", localeCookie(locale, server));
  return redirect(localizedPath(path, locale, strategy) + url.search, { status: 302, headers });
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * True for a visit of `/` from outside of the shop. A shopper who reads the shop in another language than the cookie names
 * (a shared link) stays in it on the way to the home page.
 */
function isArrivalAtHome(request: Request, path: string): boolean {
  const isData = new URL(request.url).pathname.endsWith(".data");
  return path === "/" && isReading(request) && !isData && request.headers.get("sec-fetch-site") !== "same-origin";
}

/** Where a page that is not there any more is now, as the shop's own table has it; null: nowhere, or nobody can say. */
async function laterAddress(visit: Visit, path: string): Promise<string | null> {
  try {
    return ownPath((await visit.call<Moved>(`/v1/redirects?path=${encodeURIComponent(path)}`)).to);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Adds the cookie's line, unless the page itself has just set it. */
function addCookie(response: Response, name: string, line: string): void {
  const isSet = response.headers.getSetCookie().some((own) => own.startsWith(`${name}=`));
  if (!isSet) response.headers.append("set-cookie", line);
}

/** The language of a visitor who has not chosen yet. */
function firstChoice(request: Request): Locale {
  if (isCrawler(request)) return defaultLocale;
  return preferredLocale(request.headers.get("accept-language")) ?? defaultLocale;
}

function isCrawler(request: Request): boolean {
  return isbot(request.headers.get("user-agent") ?? "");
}

export function localeCookie(locale: Locale, server: ShopServer): string {
  return writeCookie(LOCALE_COOKIE, locale, { maxAge: YEAR, secure: server.secureCookies });
}

/** Eight random letters and digits in two halves, easy to read out. */
function shortCode(): string {
  const digits = crypto.randomUUID();
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}`;
}
