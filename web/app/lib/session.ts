import { readCookie, writeCookie } from "./cookies.ts";

export const TOKEN_COOKIE = "token";
const DAY = 86_400;

/** The bearer token of the request's cookie; scripts never see it (decisions, Sign-in). */
export function tokenOf(request: Request): string | null {
  const token = readCookie(request.headers.get("cookie"), TOKEN_COOKIE);
  return token && /^[\w-]{20,200}$/.test(token) ? token : null;
}

/** Keeps the token for the browser's session, or 30 days with "remember me" (spec §9). */
export function keepToken(token: string, remember: boolean, secure: boolean): string {
  return writeCookie(TOKEN_COOKIE, token, { httpOnly: true, secure, ...(remember ? { maxAge: 30 * DAY } : {}) });
}

export function dropToken(secure: boolean): string {
  return writeCookie(TOKEN_COOKIE, "", { httpOnly: true, secure, maxAge: 0 });
}
