import { readCookie, writeCookie } from "./cookies.ts";

const YEAR_SECONDS = 365 * 86_400;

/** With https no other host of the domain can set it. */
function cookieName(secure: boolean): string {
  return secure ? "__Host-device" : "device";
}

/** What an earlier sign-in on this browser left; empty without one. The API counts sign-ins with it apart. */
export function deviceTokenOf(request: Request, secure: boolean): string {
  const token = readCookie(request.headers.get("cookie"), cookieName(secure));
  return token && /^[\w.-]{1,1000}$/.test(token) ? token : "";
}

/** A Set-Cookie line that keeps the token for a year, signed out or not. */
export function keepDeviceToken(token: string, secure: boolean): string {
  return writeCookie(cookieName(secure), token, { httpOnly: true, secure, maxAge: YEAR_SECONDS });
}
