import type { Db, Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { unseal } from "../platform/sealing.ts";
import { countAttempt, forgiveAttempt } from "./attempts.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { refusals } from "./schema.ts";
import { findSealedKey, takeRecoveryCode, takeStep } from "./second-factor-sql.ts";
import { isCodeShaped, stepOf } from "./totp.ts";

/** For what a customer's key is sealed. */
export const sealedFor = (customerId: number) => `second_factor:${customerId}`;

/** Counts a code that is about to be tried, within a quarter of an hour and a day. Refuses `too_many_requests`. */
export async function countCode(db: Db, customerId: number, now: Date): Promise<void> {
  await countAttempt(db, "code_per_account", customerId, now);
  await countAttempt(db, "code_daily_per_account", customerId, now);
}

/** Takes the count of a right code back. */
export async function forgiveCode(db: Db, customerId: number, now: Date): Promise<void> {
  await forgiveAttempt(db, "code_per_account", customerId, now);
  await forgiveAttempt(db, "code_daily_per_account", customerId, now);
}

type Needed = Pick<House, "config" | "log">;

/**
 * Uses a code up: the app's, within the half-minute beside its own, or a recovery code. Of two who come with the same
 * one, the first passes. The customer's row is locked before, here as everywhere, so that nobody waits in a circle.
 * @returns which kind it was. Refuses `wrong_code`: not his, too old, or used before.
 */
export async function takeCode(
  db: Tx,
  house: Needed,
  customerId: number,
  typed: string,
  now: Date,
): Promise<"app" | "recovery"> {
  const code = withoutSpaces(typed);
  if (isCodeShaped(code)) {
    if (await takeAppCode(db, house, customerId, code, now)) return "app";
  } else if (await takeRecoveryCode(db, customerId, recoveryCodeHash(customerId, code), now)) {
    return "recovery";
  }
  throw wrongCode(customerId);
}

/** The same for the first code of a key that was begun after a moment. Refuses `wrong_code`. */
export async function takeFirstCode(
  db: Tx,
  house: Needed,
  customerId: number,
  typed: string,
  { now, begunAfter }: { now: Date; begunAfter: Date },
): Promise<void> {
  if (!(await takeAppCode(db, house, customerId, withoutSpaces(typed), now, begunAfter))) throw wrongCode(customerId);
}

async function takeAppCode(
  db: Tx,
  { config, log }: Needed,
  customerId: number,
  code: string,
  now: Date,
  begunAfter?: Date,
): Promise<boolean> {
  const sealed = await findSealedKey(db, customerId, begunAfter);
  if (!sealed) return false;
  const key = unseal(config, sealedFor(customerId), sealed);
  if (!key) {
    log.error("a second factor does not open: SHOP_SECRET is not what it was", undefined, { customerId });
    return false;
  }
  const step = stepOf(key, code, now);
  return step !== null && (await takeStep(db, customerId, step));
}

function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, "");
}

function wrongCode(customerId: number) {
  return refuse(refusals, "wrong_code", { fields: { code: ["wrongCode"] }, logged: { customerId } });
}
