import { createHash } from "node:crypto";
import type { Db } from "../platform/db.ts";
import { Refusal } from "../platform/errors.ts";
import { forgiveHit, hitLimit, networkOf, wideNetworkOf } from "../platform/limits.ts";
import { settingValue } from "../platform/settings.ts";
import { limits } from "./settings.ts";

export type Attempt = keyof typeof limits;

/**
 * Counts an attempt of somebody: an address for `…_per_address` and `…_per_network`, an email or an id for the others.
 * Refuses `too_many_requests`.
 */
export async function countAttempt(db: Db, attempt: Attempt, who: string | number, now: Date): Promise<void> {
  await hitLimit(db, bucketOf(attempt, who), { ...(await settingValue(db, limits[attempt])), now });
}

/** Counts an attempt that is not refused beyond its limit. @returns whether it is within the limit. */
export async function isWithinLimit(db: Db, attempt: Attempt, who: string | number, now: Date): Promise<boolean> {
  try {
    await countAttempt(db, attempt, who, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return false;
    throw error;
  }
}

/** Takes an attempt back that turned out to be a rightful one. */
export async function forgiveAttempt(db: Db, attempt: Attempt, who: string | number, now: Date): Promise<void> {
  await forgiveHit(db, bucketOf(attempt, who), { ...(await settingValue(db, limits[attempt])), now });
}

/** Emails and addresses are counted by their hash: the table of counts is no list of people. */
function bucketOf(attempt: Attempt, who: string | number): string {
  const counted = countedAs(attempt, String(who));
  return `account:${attempt}:${createHash("sha256").update(counted).digest("base64url")}`;
}

function countedAs(attempt: Attempt, who: string): string {
  if (attempt.endsWith("_per_address")) return networkOf(who);
  return attempt === "taken_per_network" ? wideNetworkOf(who) : who;
}
