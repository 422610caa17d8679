import { createHash } from "node:crypto";
import type { Db } from "../platform/db.ts";
import { forgiveHit, hitLimit, networkOf } from "../platform/limits.ts";
import { settingValue } from "../platform/settings.ts";
import { limits } from "./settings.ts";

export type Attempt = keyof typeof limits;

/**
 * Counts an attempt of somebody: an address for `…_per_address`, an email or an id for `…_per_account`.
 * Refuses `too_many_requests`.
 */
export async function countAttempt(db: Db, attempt: Attempt, who: string | number, now: Date): Promise<void> {
  await hitLimit(db, bucketOf(attempt, who), { ...(await settingValue(db, limits[attempt])), now });
}

/** Takes an attempt back that turned out to be a rightful one. */
export async function forgiveAttempt(db: Db, attempt: Attempt, who: string | number, now: Date): Promise<void> {
  await forgiveHit(db, bucketOf(attempt, who), { ...(await settingValue(db, limits[attempt])), now });
}

/** Emails and addresses are counted by their hash: the table of counts is no list of people. */
function bucketOf(attempt: Attempt, who: string | number): string {
  const counted = attempt.endsWith("_per_address") ? networkOf(String(who)) : String(who);
  return `account:${attempt}:${createHash("sha256").update(counted).digest("base64url")}`;
}
