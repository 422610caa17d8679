import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { seal } from "../platform/sealing.ts";
import type { Origin } from "./origin.ts";
import { checkPassword } from "./password-check.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { type RecoveryCodes, refusals, type SecondFactor, type SecondFactorKey } from "./schema.ts";
import { countCode, forgiveCode, sealedFor, takeCode, takeFirstCode } from "./second-factor-check.ts";
import { tellOfSecondFactor } from "./second-factor-letters.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  findSealedKey,
  replaceRecoveryCodes,
  secondFactorOf,
} from "./second-factor-sql.ts";
import { deleteSessions } from "./session-sql.ts";
import { lockCustomer } from "./sql.ts";
import { base32, keyAddress, newKey } from "./totp.ts";

/** A key that was begun waits so long for its first code. */
export const BEGUN_LIVES_MS = 60 * 60 * 1000;

type Who = { id: number; email: string };
type SignedIn = Who & { sessionHash: Buffer };

export async function showSecondFactor(db: Db, customerId: number): Promise<SecondFactor> {
  const found = await secondFactorOf(db, customerId);
  return {
    enabled: found !== null,
    enabled_at: found?.since.toISOString() ?? null,
    recovery_codes_left: found?.codesLeft ?? 0,
  };
}

/**
 * Makes the key that an authenticator app is to share; sign-ins ask for its codes once the first one is confirmed.
 * Refuses `wrong_password`, `second_factor_on`, `too_many_requests`.
 */
export async function beginSecondFactorOf(
  { db, config }: House,
  customer: Who,
  password: string,
  { now }: Origin,
): Promise<SecondFactorKey> {
  await checkPassword(db, customer.id, password, now);
  const key = newKey();
  const isBegun = await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    return beginSecondFactor(db, customer.id, seal(config, sealedFor(customer.id), key), now);
  });
  if (!isBegun) throw refuse(refusals, "second_factor_on");
  return { key: base32(key), address: keyAddress(key, customer.email) };
}

/**
 * Switches the second factor on by the app's first code; the customer's other sessions end, since they were opened
 * without one. @returns the recovery codes, which are shown this once.
 * Refuses `second_factor_not_begun`, `wrong_code`, `too_many_requests`.
 */
export async function confirmSecondFactorOf(
  house: House,
  customer: SignedIn,
  code: string,
  origin: Origin,
): Promise<RecoveryCodes> {
  const { now } = origin;
  const begunAfter = new Date(now.getTime() - BEGUN_LIVES_MS);
  if (!(await findSealedKey(house.db, customer.id, begunAfter))) throw refuse(refusals, "second_factor_not_begun");
  await countCode(house.db, customer.id, now);
  const codes = await withTransaction(house.db, async (db) => {
    await lockCustomer(db, customer.id);
    await takeFirstCode(db, house, customer.id, code, { now, begunAfter });
    await confirmSecondFactor(db, customer.id, now);
    await deleteSessions(db, customer.id, customer.sessionHash);
    await tellOfSecondFactor(db, customer, { what: "on" }, origin);
    return putNewCodes(db, customer.id);
  });
  await forgiveCode(house.db, customer.id, now);
  return codes;
}

/** New recovery codes in place of all that were. Refuses as switching off does. */
export async function renewRecoveryCodes(
  house: House,
  customer: Who,
  form: { current_password: string; code: string },
  origin: Origin,
): Promise<RecoveryCodes> {
  return withBoth(house, customer, form, origin, async (db) => {
    await tellOfSecondFactor(db, customer, { what: "codes_made" }, origin);
    return putNewCodes(db, customer.id);
  });
}

/** Switches the second factor off. Refuses `wrong_password`, `second_factor_not_on`, `wrong_code`, `too_many_requests`. */
export async function switchSecondFactorOff(
  house: House,
  customer: Who,
  form: { current_password: string; code: string },
  origin: Origin,
): Promise<void> {
  await withBoth(house, customer, form, origin, async (db) => {
    await deleteSecondFactor(db, customer.id);
    await tellOfSecondFactor(db, customer, { what: "off" }, origin);
  });
}

/** Does what takes the password and a code. */
async function withBoth<T>(
  house: House,
  customer: Who,
  { current_password: password, code }: { current_password: string; code: string },
  { now }: Origin,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  await checkPassword(house.db, customer.id, password, now);
  if (!(await secondFactorOf(house.db, customer.id))) throw refuse(refusals, "second_factor_not_on");
  await countCode(house.db, customer.id, now);
  const made = await withTransaction(house.db, async (db) => {
    await lockCustomer(db, customer.id);
    await takeCode(db, house, customer.id, code, now);
    return work(db);
  });
  await forgiveCode(house.db, customer.id, now);
  return made;
}

async function putNewCodes(db: Tx, customerId: number): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    customerId,
    codes.map((code) => recoveryCodeHash(customerId, code)),
  );
  return { recovery_codes: codes };
}
