import { z } from "zod";
import { StartupError } from "../startup-error.ts";

/** How guest pages are kept in a CDN. */
export type CdnConfig = Readonly<{
  /** For how long a CDN may keep a page without asking again. */
  maxAgeSeconds: number;
  /** Where a worker purges the pages of which something has changed, and its bearer token. */
  purgeUrl: string;
  purgeToken: string;
}>;

/** The environment variables, in the form of `environmentVariables`. */
export const cdnVariables = {
  CDN_MAX_AGE_SECONDS: [z.coerce.number().int().min(1).max(600).optional(), "seconds, 1 to 600"],
  CDN_PURGE_URL: [z.url({ protocol: /^https?$/ }).optional(), "the http or https address that purges tags"],
  CDN_PURGE_TOKEN: [z.string().min(16).optional(), "the bearer token of CDN_PURGE_URL, of 16 characters or more"],
} as const;

type CdnVariables = { [K in keyof typeof cdnVariables]: z.output<(typeof cdnVariables)[K][0]> };

/**
 * Returns how pages are kept in a CDN; undefined if they are not.
 * @throws StartupError if only some of the variables are set: pages that are never purged would be outdated
 */
export function getCdnConfig(vars: CdnVariables): CdnConfig | undefined {
  const { CDN_MAX_AGE_SECONDS: maxAgeSeconds, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: purgeToken } = vars;
  if (maxAgeSeconds === undefined && purgeUrl === undefined && purgeToken === undefined) return undefined;
  if (maxAgeSeconds === undefined || purgeUrl === undefined || purgeToken === undefined)
    throw new StartupError("CDN_MAX_AGE_SECONDS, CDN_PURGE_URL and CDN_PURGE_TOKEN must be set together.");
  return { maxAgeSeconds, purgeUrl, purgeToken };
}
