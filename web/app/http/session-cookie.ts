import { readCookie, serializeCookie } from "./cookies.ts";

const DAY_SECONDS = 86_400;

/**
 * The name of the session cookie: `token`, or `__Host-token` on https. Browsers accept the prefix only from this very
 * host over https, so that no other site of the domain can set it
 * (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
 */
export function getSessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-token" : "token";
}

/** The bearer token in the request's session cookie, or null; the cookie is HttpOnly. */
export function getSessionToken(request: Request, isSecure: boolean): string | null {
  const token = readCookie(request.headers.get("cookie"), getSessionCookieName(isSecure));
  return token && /^[\w-]{20,200}$/.test(token) ? token : null;
}

/**
 * A Set-Cookie header that stores the token for the browser session, or for 30 days with "remember me"
 * (docs/domain/accounts.md).
 */
export function createSessionCookie(token: string, isPersistent: boolean, isSecure: boolean): string {
  return serializeCookie(getSessionCookieName(isSecure), token, {
    httpOnly: true,
    secure: isSecure,
    ...(isPersistent ? { maxAge: 30 * DAY_SECONDS } : {}),
  });
}

/** Returns a Set-Cookie header that removes the session cookie. */
export function clearSessionCookie(isSecure: boolean): string {
  return serializeCookie(getSessionCookieName(isSecure), "", { httpOnly: true, secure: isSecure, maxAge: 0 });
}
