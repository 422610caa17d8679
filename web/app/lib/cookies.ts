export type CookieOptions = { maxAge?: number; httpOnly?: boolean; secure: boolean };

export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    const value = part.slice(at + 1).trim();
    try {
      return decodeURIComponent(value);
    } catch {
      // A value that is no valid percent encoding is somebody else's or broken: as good as none.
      return null;
    }
  }
  return null;
}

/** There is a cookie of this name, readable or not. */
export function hasCookie(header: string | null, name: string): boolean {
  return (header ?? "").split(";").some((part) => part.trim().startsWith(`${name}=`));
}

/** A Set-Cookie line for the whole site, SameSite=Lax. Without `maxAge` (seconds) it lives as long as the browser's session. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, "Path=/", "SameSite=Lax"];
  if (options.maxAge !== undefined) parts.push(`Max-Age=${options.maxAge}`);
  if (options.httpOnly) parts.push("HttpOnly");
  if (options.secure) parts.push("Secure");
  return parts.join("; ");
}
