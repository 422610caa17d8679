export type CookieOptions = { maxAge?: number; httpOnly?: boolean; secure: boolean };

/** Returns the decoded value of a cookie; null if it is missing or has invalid percent encoding. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const separatorIndex = part.indexOf("=");
    if (separatorIndex < 0 || part.slice(0, separatorIndex).trim() !== name) continue;
    const value = part.slice(separatorIndex + 1).trim();
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return null;
}

/** Whether there is a cookie of this name, valid or not. */
export function hasCookie(header: string | null, name: string): boolean {
  return (header ?? "").split(";").some((part) => part.trim().startsWith(`${name}=`));
}

/**
 * Serializes a Set-Cookie header for the whole site with SameSite=Lax. Without `maxAge` (seconds) it is a session
 * cookie.
 */
export function serializeCookie(name: string, value: string, options: CookieOptions): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, "Path=/", "SameSite=Lax"];
  if (options.maxAge !== undefined) parts.push(`Max-Age=${options.maxAge}`);
  if (options.httpOnly) parts.push("HttpOnly");
  if (options.secure) parts.push("Secure");
  return parts.join("; ");
}
