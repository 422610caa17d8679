import { decrypt, encrypt } from "../platform/crypto/encryption.ts";
import { verifyPassword } from "../platform/crypto/password-hashing.ts";
import { hashRecoveryCode } from "../platform/crypto/recovery-codes.ts";
import {
  createOtpauthUri,
  encodeBase32,
  findMatchingStep,
  generateKey,
  isSixDigitCode,
} from "../platform/crypto/totp.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { getStoreName } from "../platform/store-profile/store-name.ts";
import type { StaffSession } from "./admin-endpoint.ts";
import { type AuthenticatorKey, refusals, type SignInState } from "./admin-schema.ts";
import { recordStaffDevice } from "./known-devices.ts";
import { type Attempt, countAttempt, refundAttempt } from "./rate-limits.ts";
import { completeSignIn, getStepUpEnd, openPasswordSession, type StaffClient } from "./sessions.ts";
import { findNewKey, setNewKey, setStepUp } from "./session-sql.ts";
import { consumeRecoveryCode, consumeStep, findCredentials, lockEncryptedKey, replaceKey } from "./sql.ts";

/** The encryption purpose of a person's key: a ciphertext of one account cannot be decrypted as another's. */
export const getKeyPurpose = (staffId: number) => `staff_second_factor:${staffId}`;

/**
 * Verifies the password. An unknown email takes the same time and gets the same response as a wrong password. Refuses
 * `login_failed`, `too_many_requests`.
 * @returns the token of a session that waits for the code
 */
export async function signIn(
  db: Db,
  { email, password }: { email: string; password: string },
  client: StaffClient,
): Promise<string> {
  const attempt: Attempt = [
    ["sign_in_per_network", client.ipAddress],
    ["sign_in_per_account", email],
  ];
  await countAttempt(db, attempt, client.now);
  const credentials = await findCredentials(db, email);
  const isPasswordCorrect = await verifyPassword(credentials?.passwordHash ?? null, password);
  if (!credentials || !isPasswordCorrect)
    throw refuse(refusals, "login_failed", { securityLog: { staffId: credentials?.id } });
  await refundAttempt(db, attempt, client.now);
  return openPasswordSession(db, credentials.id, client);
}

/** Returns how far the sign-in of a session is. */
export async function getSignInState(app: AppContext, session: StaffSession): Promise<SignInState> {
  const encryptedKey = await findNewKey(app.db, session.sessionId);
  const key = encryptedKey && decryptKey(app, session.staff.id, encryptedKey);
  return { level: session.level, new_authenticator: key && (await serializeKey(app, session.staff, key)) };
}

/**
 * Completes a sign-in with a code of the authenticator. A recovery code does not complete it: it replaces the
 * authenticator, and the first code of the new one follows. Refuses `wrong_code`, `too_many_requests`.
 * @returns the new token of the session; null after a recovery code
 */
export async function completeSignInWithCode(
  app: AppContext,
  session: StaffSession,
  input: string,
  client: StaffClient,
): Promise<string | null> {
  const { now } = client;
  const code = input.replaceAll(/\s/g, "");
  return checkCode(app, session.staff.id, now, async (tx, encryptedKey) => {
    const newKey = await findNewKey(tx, session.sessionId);
    if (isSixDigitCode(code)) {
      const isCorrect = newKey
        ? await consumeFirstCode(tx, app, session.staff.id, { encryptedKey: newKey, code, now })
        : await consumeAppCode(tx, app, session.staff.id, { encryptedKey, code, now });
      if (!isCorrect) return null;
      await recordStaffDevice(tx, session.staff, client);
      return { token: await completeSignIn(tx, session, now) };
    }
    if (newKey || !(await consumeRecoveryCode(tx, session.staff.id, hashRecoveryCode(session.staff.id, code), now)))
      return null;
    const replacement = encrypt(app.config, getKeyPurpose(session.staff.id), generateKey());
    await setNewKey(tx, session.sessionId, replacement);
    return { token: null };
  }).then(({ token }) => token);
}

/**
 * Allows actions that require a recent code for five minutes. Refuses `wrong_code`, `too_many_requests`.
 * @returns until when they are allowed
 */
export async function stepUp(app: AppContext, session: StaffSession, input: string, now: Date): Promise<Date> {
  const code = input.replaceAll(/\s/g, "");
  return checkCode(app, session.staff.id, now, async (tx, encryptedKey) => {
    if (!(await consumeAppCode(tx, app, session.staff.id, { encryptedKey, code, now }))) return null;
    const until = getStepUpEnd(now);
    await setStepUp(tx, session.sessionId, until);
    return until;
  });
}

/** Runs a check of a code under the limits, with the account locked. The check returns null for a wrong code. */
export async function checkCode<T>(
  { db }: AppContext,
  staffId: number,
  now: Date,
  check: (tx: Tx, encryptedKey: Buffer | null) => Promise<T | null>,
): Promise<T> {
  const attempt: Attempt = [
    ["second_factor_per_account", staffId],
    ["second_factor_daily_per_account", staffId],
  ];
  await countAttempt(db, attempt, now);
  const result = await withTransaction(db, async (tx) => check(tx, await lockEncryptedKey(tx, staffId)));
  if (result === null)
    throw refuse(refusals, "wrong_code", { fields: { code: ["wrongCode"] }, securityLog: { staffId } });
  await refundAttempt(db, attempt, now);
  return result;
}

type CodeCheck = { encryptedKey: Buffer | null; code: string; now: Date };

/** Whether a code is that of the authenticator and was not used before; it is used then. */
export async function consumeAppCode(
  tx: Tx,
  app: AppContext,
  staffId: number,
  { encryptedKey, code, now }: CodeCheck,
): Promise<boolean> {
  const key = encryptedKey && decryptKey(app, staffId, encryptedKey);
  const step = key && findMatchingStep(key, code, now);
  return step !== null && (await consumeStep(tx, staffId, step));
}

/** Whether a code is that of a new authenticator, which replaces the old one then. */
async function consumeFirstCode(
  tx: Tx,
  app: AppContext,
  staffId: number,
  { encryptedKey, code, now }: CodeCheck & { encryptedKey: Buffer },
): Promise<boolean> {
  const key = decryptKey(app, staffId, encryptedKey);
  const step = key && findMatchingStep(key, code, now);
  if (step === null) return false;
  await replaceKey(tx, staffId, encryptedKey, step);
  return true;
}

/** Decrypts the key of an authenticator; null if SHOP_SECRET has changed, which is logged. */
export function decryptKey({ config, log }: AppContext, staffId: number, encryptedKey: Buffer): Buffer | null {
  const key = decrypt(config, getKeyPurpose(staffId), encryptedKey);
  if (!key) log.error("cannot decrypt the authenticator key of staff: SHOP_SECRET has changed", undefined, { staffId });
  return key;
}

/** Returns a key in the forms that an authenticator app takes: as a QR code and for manual entry. */
export async function serializeKey(
  { db }: AppContext,
  { email, locale }: Pick<StaffSession["staff"], "email" | "locale">,
  key: Buffer,
): Promise<AuthenticatorKey> {
  return { key: encodeBase32(key), otpauth_uri: createOtpauthUri(key, email, await getStoreName(db, locale)) };
}
