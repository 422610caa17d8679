import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { getAdminUrl } from "../platform/admin-url.ts";
import type { Config } from "../platform/config.ts";
import { isWellFormedToken } from "../platform/crypto/tokens.ts";

const NAME = "admin_session";
const attributes = { path: "/", httpOnly: true, sameSite: "Strict" } as const;

/** The prefix `__Host-` binds the cookie to this host; browsers accept it over https only. */
function getPrefix(config: Config): { prefix?: "host"; secure: boolean } {
  return getAdminUrl(config).startsWith("https:") ? { prefix: "host", secure: true } : { secure: false };
}

/** Returns the session token of a request; null without one. */
export function getSessionToken(c: Context, config: Config): string | null {
  const { prefix } = getPrefix(config);
  const token = prefix ? getCookie(c, NAME, prefix) : getCookie(c, NAME);
  return token !== undefined && isWellFormedToken(token) ? token : null;
}

/** Adds the session cookie to the response. It ends with the browser; the session itself ends earlier. */
export function setSessionCookie(c: Context, config: Config, token: string): void {
  setCookie(c, NAME, token, { ...attributes, ...getPrefix(config) });
}

/** Deletes the session cookie. */
export function deleteSessionCookie(c: Context, config: Config): void {
  deleteCookie(c, NAME, { ...attributes, ...getPrefix(config) });
}
