import type { Db } from "../platform/db/database.ts";
import { consumeRateLimit, getClientNetwork, type RateLimit, refundRateLimit } from "../platform/http/rate-limits.ts";

const WINDOW_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;

/** Failures of a sign-in; correct passwords and codes are given back. */
const rateLimits = {
  sign_in_per_account: { max: 5, windowSeconds: WINDOW_SECONDS },
  sign_in_per_network: { max: 20, windowSeconds: WINDOW_SECONDS },
  /** Of a million codes, three are valid at any moment. */
  second_factor_per_account: { max: 5, windowSeconds: WINDOW_SECONDS },
  second_factor_daily_per_account: { max: 30, windowSeconds: DAY_SECONDS },
} as const satisfies Record<string, RateLimit>;

type RateLimitName = keyof typeof rateLimits;

/** What is counted: each limit with its email, IP address or account. */
export type Attempt = readonly (readonly [RateLimitName, string | number])[];

/** Counts an attempt before it is made. Refuses `too_many_requests`. */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  for (const [name, subject] of attempt)
    await consumeRateLimit(db, getBucket(name, subject), { ...rateLimits[name], now });
}

/** Gives a successful attempt back. */
export async function refundAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  for (const [name, subject] of attempt)
    await refundRateLimit(db, getBucket(name, subject), { ...rateLimits[name], now });
}

function getBucket(name: RateLimitName, subject: string | number) {
  const isNetwork = name === "sign_in_per_network";
  return { name: `staff:${name}`, subject: isNetwork ? getClientNetwork(String(subject)) : subject };
}
