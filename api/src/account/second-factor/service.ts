import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { getStoreName } from "../../platform/store-profile/store-name.ts";
import { encrypt } from "../../platform/crypto/encryption.ts";
import type { ClientInfo } from "../client-info.ts";
import { verifyCurrentPassword } from "../passwords/password-check.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../../platform/crypto/recovery-codes.ts";
import type { RecoveryCodes, SecondFactor, SecondFactorKey } from "./schema.ts";
import { refusals } from "../schema.ts";
import { countCodeAttempt, refundCodeAttempt, getKeyPurpose, consumeCode, consumeFirstCode } from "./code-check.ts";
import { queueSecondFactorEmail } from "./notifications.ts";
import {
  insertUnconfirmedSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  findEncryptedKey,
  replaceRecoveryCodes,
  findSecondFactorStatus,
} from "./sql.ts";
import { deleteSessions } from "../sessions/sql.ts";
import { lockCustomer } from "../sql.ts";
import { encodeBase32, createOtpauthUri, generateKey } from "../../platform/crypto/totp.ts";

/** How long an unconfirmed key waits for its first code. */
export const SETUP_LIFETIME_MS = 60 * 60 * 1000;

type CustomerIdentity = { id: number; email: string };
type SignedInCustomer = CustomerIdentity & { sessionHash: Buffer };

/** Returns the state of the customer's second factor. */
export async function getSecondFactor(db: Db, customerId: number): Promise<SecondFactor> {
  const status = await findSecondFactorStatus(db, customerId);
  return {
    enabled: status !== null,
    enabled_at: status?.enabledAt.toISOString() ?? null,
    recovery_codes_left: status?.codesLeft ?? 0,
  };
}

/**
 * Starts the setup: creates the key for the authenticator app. The second factor is enabled when the first code is
 * confirmed. Refuses `wrong_password`, `second_factor_on`, `too_many_requests`.
 */
export async function startSecondFactorSetup(
  { db, config }: AppContext,
  customer: CustomerIdentity,
  password: string,
  { now, locale }: ClientInfo,
): Promise<SecondFactorKey> {
  await verifyCurrentPassword(db, customer.id, password, now);
  const key = generateKey();
  const isStarted = await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    return insertUnconfirmedSecondFactor(db, customer.id, encrypt(config, getKeyPurpose(customer.id), key), now);
  });
  if (!isStarted) throw refuse(refusals, "second_factor_on");
  return { key: encodeBase32(key), address: createOtpauthUri(key, customer.email, await getStoreName(db, locale)) };
}

/**
 * Enables the second factor with the app's first code. The customer's other sessions end, since they were opened
 * without a code.
 * @returns the recovery codes, which are never shown again.
 * Refuses `second_factor_not_begun`, `wrong_code`, `too_many_requests`
 */
export async function confirmSecondFactorSetup(
  app: AppContext,
  customer: SignedInCustomer,
  code: string,
  clientInfo: ClientInfo,
): Promise<RecoveryCodes> {
  const { now } = clientInfo;
  const startedAfter = new Date(now.getTime() - SETUP_LIFETIME_MS);
  if (!(await findEncryptedKey(app.db, customer.id, startedAfter))) throw refuse(refusals, "second_factor_not_begun");
  await countCodeAttempt(app.db, customer.id, now);
  const codes = await withTransaction(app.db, async (db) => {
    await lockCustomer(db, customer.id);
    await consumeFirstCode(db, app, customer.id, code, { now, startedAfter });
    await confirmSecondFactor(db, customer.id, now);
    await deleteSessions(db, customer.id, customer.sessionHash);
    await queueSecondFactorEmail(db, customer, { event: "enabled" }, clientInfo);
    return issueRecoveryCodes(db, customer.id);
  });
  await refundCodeAttempt(app.db, customer.id, now);
  return codes;
}

/** Replaces all recovery codes. Refuses what `disableSecondFactor` refuses. */
export async function regenerateRecoveryCodes(
  app: AppContext,
  customer: CustomerIdentity,
  form: { current_password: string; code: string },
  clientInfo: ClientInfo,
): Promise<RecoveryCodes> {
  return runWithPasswordAndCode(app, customer, form, clientInfo, async (db) => {
    await queueSecondFactorEmail(db, customer, { event: "recovery_codes_created" }, clientInfo);
    return issueRecoveryCodes(db, customer.id);
  });
}

/** Disables the second factor. Refuses `wrong_password`, `second_factor_not_on`, `wrong_code`, `too_many_requests`. */
export async function disableSecondFactor(
  app: AppContext,
  customer: CustomerIdentity,
  form: { current_password: string; code: string },
  clientInfo: ClientInfo,
): Promise<void> {
  await runWithPasswordAndCode(app, customer, form, clientInfo, async (db) => {
    await deleteSecondFactor(db, customer.id);
    await queueSecondFactorEmail(db, customer, { event: "disabled" }, clientInfo);
  });
}

/** Runs an action that requires the password and a code, inside a transaction. */
async function runWithPasswordAndCode<T>(
  app: AppContext,
  customer: CustomerIdentity,
  { current_password: password, code }: { current_password: string; code: string },
  { now }: ClientInfo,
  action: (db: Tx) => Promise<T>,
): Promise<T> {
  await verifyCurrentPassword(app.db, customer.id, password, now);
  if (!(await findSecondFactorStatus(app.db, customer.id))) throw refuse(refusals, "second_factor_not_on");
  await countCodeAttempt(app.db, customer.id, now);
  const result = await withTransaction(app.db, async (db) => {
    await lockCustomer(db, customer.id);
    await consumeCode(db, app, customer.id, code, now);
    return action(db);
  });
  await refundCodeAttempt(app.db, customer.id, now);
  return result;
}

async function issueRecoveryCodes(db: Tx, customerId: number): Promise<RecoveryCodes> {
  const codes = generateRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    customerId,
    codes.map((code) => hashRecoveryCode(customerId, code)),
  );
  return { recovery_codes: codes };
}
