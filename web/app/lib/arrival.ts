import type { Moved } from "@furoshiki/api/content";
import { isbot } from "isbot";
import { createContext, redirect, type MiddlewareFunction } from "react-router";
import { movedTo } from "../redirects.ts";
import { ApiError, makeVisit, visitContext, type Visit } from "./api.ts";
import { hasCookie, readCookie, writeCookie } from "./cookies.ts";
import { keepingHeaders, WORKER_PATH } from "./keeping.ts";
import { defaultLocale, isLocale, localizedPath, preferredLocale, splitPath, type Locale } from "./locale.ts";
import { withoutLostCurrency } from "./lost-currency.ts";
import { SERVICES_HEADER } from "./page-services.ts";
import { dropToken, tokenCookie, tokenOf } from "./session.ts";
import { shopContext, type ShopServer } from "./shop-context.ts";

const LOCALE_COOKIE = "i18n_redirected";
export const CURRENCY_COOKIE = "currency";
export const YEAR = 365 * 86_400;

/** Services of others that the page may use (`servicesOf`), said by whoever knows the shop's settings. */
export const servicesContext = createContext("");

/**
 * Receives every request of the storefront: moved addresses, the language (spec §2, decisions "Addresses and
 * locales"), the shopper's currency and session. Leaves the visit for the loaders and keeps the language cookie.
 */
export const receiveVisitor: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const server = context.get(shopContext);
  const cookie = request.headers.get("cookie");
  const remembered = readCookie(cookie, LOCALE_COOKIE);
  const known = isLocale(remembered) ? remembered : null;

  const short = /^\/en(\/.*)?$/.exec(url.pathname);
  if (short) {
    const target = server.localeStrategy === "no_prefix" ? short[1] || "/" : `/en-US${short[1] ?? ""}`;
    return redirect(target + url.search, 301);
  }

  const { locale: named, path } = splitPath(url.pathname);
  const locale = server.localeStrategy === "no_prefix" ? (known ?? firstChoice(request)) : named;
  if (server.localeStrategy === "no_prefix" && named !== defaultLocale) {
    return redirect(path + url.search, { status: 302, headers: { "set-cookie": localeCookie(named, server) } });
  }

  if (isReading(request) && /^\/[^/].*\/$/.test(url.pathname)) {
    return redirect(url.pathname.replace(/\/+$/, "") + url.search, 301);
  }

  const target = movedTo(path);
  if (target) return redirect(localizedPath(target, locale, server.localeStrategy) + url.search, 301);

  if (server.localeStrategy === "prefix_except_default" && url.pathname === "/" && !known) {
    const first = firstChoice(request);
    if (first !== defaultLocale) {
      return redirect(localizedPath("/", first, server.localeStrategy) + url.search, {
        status: 302,
        headers: { "set-cookie": localeCookie(first, server), vary: "Accept-Language, Cookie" },
      });
    }
  }

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
  if (request.method === "GET" && locale !== known && path !== WORKER_PATH && !isCrawler(request)) {
    addCookie(response, LOCALE_COOKIE, localeCookie(locale, server));
  }
  return response;
};

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Where a page that is not there any more is now, as the shop's own table has it; null: nowhere, or nobody can say. */
async function laterAddress(visit: Visit, path: string): Promise<string | null> {
  try {
    return (await visit.call<Moved>(`/v1/redirects?path=${encodeURIComponent(path)}`)).to;
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
