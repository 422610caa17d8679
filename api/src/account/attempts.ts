import { createHash } from "node:crypto";
import type { Db } from "../platform/db.ts";
import { Refusal } from "../platform/errors.ts";
import { forgiveHit, hitLimit, type Limit, limitSchema, networkOf, wideNetworkOf } from "../platform/limits.ts";
import { setting, settingValue } from "../platform/settings.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often something may be tried by one address or for one account (decisions: Sign-in). */
const limits = {
  /** Wrong passwords only: a right one is taken off again. */
  login_per_account: limit("login_per_account", 10, 15 * MINUTE),
  /** The same on a device on which the customer has signed in before: nobody else uses this count up. */
  login_per_device: limit("login_per_device", 10, 15 * MINUTE),
  login_per_address: limit("login_per_address", 60, 15 * MINUTE),
  /** Wrong codes after a right password: of a million codes three are right at any moment. */
  code_per_account: limit("code_per_account", 5, 15 * MINUTE),
  code_daily_per_account: limit("code_daily_per_account", 30, 24 * HOUR),
  code_per_address: limit("code_per_address", 60, 15 * MINUTE),
  register_per_address: limit("register_per_address", 300, HOUR),
  /** Registering tells that an email is taken; this is how often it does (docs/decisions/0069). */
  taken_per_address: limit("taken_per_address", 20, HOUR),
  taken_per_network: limit("taken_per_network", 100, HOUR),
  /** By account and network together, so that nobody else keeps a customer from asking. */
  reset_per_account_and_network: limit("reset_per_account_and_network", 5, HOUR),
  /** Letters to one account, whoever asks for them. */
  reset_letters_per_account: limit("reset_letters_per_account", 10, HOUR),
  reset_per_address: limit("reset_per_address", 60, HOUR),
  reset_link_per_address: limit("reset_link_per_address", 30, HOUR),
  /** Letters that a signed-in customer asks for. */
  letter_per_account: limit("letter_per_account", 5, HOUR),
  consent_per_address: limit("consent_per_address", 60, HOUR),
  newsletter_per_address: limit("newsletter_per_address", 30, HOUR),
  newsletter_per_account: limit("newsletter_per_account", 5, HOUR),
  data_per_account: limit("data_per_account", 20, HOUR),
  change_per_account: limit("change_per_account", 10, 15 * MINUTE),
} as const;

export type Attempt = keyof typeof limits;

function limit(name: string, max: number, windowSeconds: number) {
  return setting<Limit>(`account.limits.${name}`, limitSchema, { max, windowSeconds });
}

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
