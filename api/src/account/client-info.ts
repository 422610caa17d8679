import type { RequestContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/** The client of a request: stored with consents and sessions, and used as the key of rate limits. */
export type ClientInfo = Readonly<{ ip: string; userAgent: string; locale: Locale; now: Date }>;

/** Returns the client information of a request. */
export function getClientInfo({ ipAddress, userAgent, locale, now }: RequestContext): ClientInfo {
  return { ip: ipAddress, userAgent, locale, now };
}
