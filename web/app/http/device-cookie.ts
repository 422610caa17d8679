import { readCookie, serializeCookie } from "./cookies.ts";

const YEAR_SECONDS = 365 * 86_400;

/** The `__Host-` prefix keeps other hosts of the domain from setting the cookie; it requires https. */
function getCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-device" : "device";
}

/**
 * The device token of an earlier sign-in on this browser; empty if there is none. The API rate-limits sign-ins from a
 * known device separately.
 */
export function getDeviceToken(request: Request, isSecure: boolean): string {
  const token = readCookie(request.headers.get("cookie"), getCookieName(isSecure));
  return token && /^[\w.-]{1,1000}$/.test(token) ? token : "";
}

/** A Set-Cookie header that stores the device token for a year, regardless of signing out. */
export function createDeviceCookie(token: string, isSecure: boolean): string {
  return serializeCookie(getCookieName(isSecure), token, { httpOnly: true, secure: isSecure, maxAge: YEAR_SECONDS });
}
