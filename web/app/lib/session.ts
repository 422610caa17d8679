import { readCookie, writeCookie } from "./cookies.ts";

const DAY = 86_400;

/**
 * The session cookie: `token`, or `__Host-token` on https. Browsers take the prefix only from this very host over https, so that no
 * other site of the domain can set it (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
 */
export function tokenCookie(secure: boolean): string {
  return secure ? "__Host-token" : "token";
}

/** The bearer token of the request's cookie; scripts never see it (decisions, Sign-in). */
export function tokenOf(request: Request, secure: boolean): string | null {
  const token = readCookie(request.headers.get("cookie"), tokenCookie(secure));
  return token && /^[\w-]{20,200}$/.test(token) ? token : null;
}

/** Keeps the token for the browser's session, or 30 days with "remember me" (spec §9). */
export function keepToken(token: string, remember: boolean, secure: boolean): string {
  return writeCookie(tokenCookie(secure), token, { httpOnly: true, secure, ...(remember ? { maxAge: 30 * DAY } : {}) });
}

export function dropToken(secure: boolean): string {
  return writeCookie(tokenCookie(secure), "", { httpOnly: true, secure, maxAge: 0 });
}
