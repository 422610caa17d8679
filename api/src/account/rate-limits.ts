import type { Db } from "../platform/db/database.ts";
import { Refusal } from "../platform/http/errors.ts";
import {
  type RateLimitBucket,
  refundRateLimit,
  consumeRateLimit,
  getClientNetwork,
  getProviderNetwork,
} from "../platform/http/rate-limits.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { rateLimits } from "./settings.ts";

export type RateLimitName = keyof typeof rateLimits;

/**
 * Counts an attempt against a rate limit. Refuses `too_many_requests`.
 * @param subject an IP address for `…_per_ip_address` and `…_per_network`, an email or an id for the other limits.
 */
export async function countAttempt(
  db: Db,
  limitName: RateLimitName,
  subject: string | number,
  now: Date,
): Promise<void> {
  await consumeRateLimit(db, getBucket(limitName, subject), {
    ...(await getSetting(db, rateLimits[limitName])),
    now,
  });
}

/**
 * Counts an attempt like `countAttempt`, but does not throw.
 * @returns whether the attempt is within the limit
 */
export async function isWithinLimit(
  db: Db,
  limitName: RateLimitName,
  subject: string | number,
  now: Date,
): Promise<boolean> {
  try {
    await countAttempt(db, limitName, subject, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return false;
    throw error;
  }
}

/** Gives an attempt back that turned out to be legitimate, for example after a correct password. */
export async function refundAttempt(
  db: Db,
  limitName: RateLimitName,
  subject: string | number,
  now: Date,
): Promise<void> {
  await refundRateLimit(db, getBucket(limitName, subject), {
    ...(await getSetting(db, rateLimits[limitName])),
    now,
  });
}

function getBucket(limitName: RateLimitName, subject: string | number): RateLimitBucket {
  return { name: `account:${limitName}`, subject: getCountedSubject(limitName, String(subject)) };
}

function getCountedSubject(limitName: RateLimitName, subject: string): string {
  if (limitName.endsWith("_per_ip_address")) return getClientNetwork(subject);
  return limitName.endsWith("_per_network") && !limitName.endsWith("_and_network")
    ? getProviderNetwork(subject)
    : subject;
}
