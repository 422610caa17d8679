import type { Db, Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { decrypt } from "../../platform/crypto/encryption.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { hashRecoveryCode } from "../../platform/crypto/recovery-codes.ts";
import { refusals } from "../schema.ts";
import { findEncryptedKey, consumeRecoveryCode, consumeStep } from "./sql.ts";
import { isSixDigitCode, findMatchingStep } from "../../platform/crypto/totp.ts";

/** The encryption purpose of a customer's key: a ciphertext of one customer cannot be decrypted as another's. */
export const getKeyPurpose = (customerId: number) => `second_factor:${customerId}`;

/** Counts a code before it is checked, per 15 minutes and per day. Refuses `too_many_requests`. */
export async function countCodeAttempt(db: Db, customerId: number, now: Date): Promise<void> {
  await countAttempt(db, "second_factor_per_account", customerId, now);
  await countAttempt(db, "second_factor_daily_per_account", customerId, now);
}

/** Gives the count of a correct code back. */
export async function refundCodeAttempt(db: Db, customerId: number, now: Date): Promise<void> {
  await refundAttempt(db, "second_factor_per_account", customerId, now);
  await refundAttempt(db, "second_factor_daily_per_account", customerId, now);
}

type CodeCheckContext = Pick<AppContext, "config" | "log">;

/**
 * Consumes a code: one of the app (the current 30-second step or the one before or after) or a recovery code. If two
 * requests send the same code, only the first succeeds. The caller has locked the customer's row, which prevents
 * deadlocks.
 * @returns which kind it was. Refuses `wrong_code`: wrong, too old, or used before.
 */
export async function consumeCode(
  db: Tx,
  app: CodeCheckContext,
  customerId: number,
  input: string,
  now: Date,
): Promise<"app" | "recovery"> {
  const code = removeSpaces(input);
  if (isSixDigitCode(code)) {
    if (await consumeAppCode(db, app, customerId, code, now)) return "app";
  } else if (await consumeRecoveryCode(db, customerId, hashRecoveryCode(customerId, code), now)) {
    return "recovery";
  }
  throw createWrongCodeRefusal(customerId);
}

/** Consumes the first code of a key whose setup was started after a moment. Refuses `wrong_code`. */
export async function consumeFirstCode(
  db: Tx,
  app: CodeCheckContext,
  customerId: number,
  input: string,
  { now, startedAfter }: { now: Date; startedAfter: Date },
): Promise<void> {
  if (!(await consumeAppCode(db, app, customerId, removeSpaces(input), now, startedAfter)))
    throw createWrongCodeRefusal(customerId);
}

async function consumeAppCode(
  db: Tx,
  { config, log }: CodeCheckContext,
  customerId: number,
  code: string,
  now: Date,
  startedAfter?: Date,
): Promise<boolean> {
  const encryptedKey = await findEncryptedKey(db, customerId, startedAfter);
  if (!encryptedKey) return false;
  const key = decrypt(config, getKeyPurpose(customerId), encryptedKey);
  if (!key) {
    log.error("cannot decrypt a second-factor key: SHOP_SECRET has changed", undefined, { customerId });
    return false;
  }
  const step = findMatchingStep(key, code, now);
  return step !== null && (await consumeStep(db, customerId, step));
}

function removeSpaces(input: string): string {
  return input.replaceAll(/\s/g, "");
}

function createWrongCodeRefusal(customerId: number) {
  return refuse(refusals, "wrong_code", { fields: { code: ["wrongCode"] }, securityLog: { customerId } });
}
