import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { shopName } from "../platform/identity-settings.ts";
import { settingValue } from "../platform/settings.ts";
import { countAttempt, forgiveAttempt } from "./attempts.ts";
import { isPastBirthday } from "./birthday.ts";
import { makeChallenge, readChallenge } from "./challenge.ts";
import { giveConsent, settleConsent } from "./consents.ts";
import { createDeviceToken, findKnownDevice } from "./device-token.ts";
import { askForConfirmation } from "./email-links.ts";
import { noticeDevice } from "./new-device.ts";
import type { Origin } from "./origin.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import {
  type LoginRequest,
  type ProfileRequest,
  refusals,
  type RegisterRequest,
  type Session,
  type User,
} from "./schema.ts";
import { countCode, forgiveCode, takeCode } from "./second-factor-check.ts";
import { tellOfSecondFactor } from "./second-factor-letters.ts";
import { secondFactorOf } from "./second-factor-sql.ts";
import { findCredentials } from "./session-sql.ts";
import { openSession } from "./session.ts";
import { type CustomerRow, getCustomer, insertCustomer, lockCustomer, updateProfile } from "./sql.ts";
import { csrfTokenOf, csrfTokenOfSession } from "./tokens.ts";
import { contextWords, isWeakPassword } from "./weak-passwords.ts";

/**
 * Signs a customer in. An unknown email costs the same work and gets the same answer as a wrong password.
 * Refuses `login_failed`, `too_many_requests`; `second_factor_required` with the `challenge` that `signInWithCode` takes.
 */
export async function signIn(db: Db, form: LoginRequest, origin: Origin): Promise<Session> {
  const { ip, now } = origin;
  await countAttempt(db, "login_per_address", ip, now);
  const known = await findCredentials(db, form.email);
  const device = await findKnownDevice(db, form.device_token, known, now);
  const [limit, counted] =
    device === null ? (["login_per_account", form.email] as const) : (["login_per_device", device] as const);
  await countAttempt(db, limit, counted, now);
  const isRight = await verifyPassword(known?.passwordHash ?? null, form.password);
  if (!known || !isRight) throw loginFailed(known?.id);
  const verified = { customerId: known.id, passwordHash: known.passwordHash, remember: form.remember };
  const session = known.hasSecondFactor ? null : await withTransaction(db, (db) => enter(db, verified, origin));
  if (!known.hasSecondFactor && !session) throw loginFailed(known.id);
  await forgiveAttempt(db, "login_per_address", ip, now);
  await forgiveAttempt(db, limit, counted, now);
  if (session) return { ...session, device_token: await createDeviceToken(db, verified, now) };
  const challenge = await makeChallenge(db, verified, now);
  throw refuse(refusals, "second_factor_required", { data: { challenge } });
}

/**
 * Signs in whoever has typed his password a moment ago, by a code of his app or a recovery code.
 * Refuses `second_factor_expired` (the password is to be typed again), `wrong_code`, `too_many_requests`.
 */
export async function signInWithCode(
  house: House,
  form: { challenge: string; code: string },
  origin: Origin,
): Promise<Session> {
  const { db } = house;
  const { ip, now } = origin;
  await countAttempt(db, "code_per_address", ip, now);
  const verified = await readChallenge(db, form.challenge, now);
  if (!verified) throw refuse(refusals, "second_factor_expired");
  const { customerId } = verified;
  await countCode(db, customerId, now);
  const session = await withTransaction(db, (db) =>
    enter(db, verified, origin, async (customer) => {
      const kind = await takeCode(db, house, customerId, form.code, now);
      if (kind === "app") return;
      const left = (await secondFactorOf(db, customerId))?.codesLeft ?? 0;
      await tellOfSecondFactor(db, customer, { what: "code_used", left }, origin);
    }),
  );
  if (!session) throw refuse(refusals, "second_factor_expired", { logged: { customerId } });
  await forgiveAttempt(db, "code_per_address", ip, now);
  await forgiveCode(db, customerId, now);
  return { ...session, device_token: await createDeviceToken(db, verified, now) };
}

type Verified = { customerId: number; passwordHash: string; remember: boolean };

/** Opens a session, once whatever else is asked is shown. @returns null where the password has been replaced meanwhile. */
async function enter(
  db: Tx,
  verified: Verified,
  origin: Origin,
  showMore?: (customer: CustomerRow) => Promise<void>,
): Promise<Omit<Session, "device_token"> | null> {
  const token = await openSession(db, verified, origin);
  if (token === null) return null;
  const customer = await getCustomer(db, verified.customerId);
  await showMore?.(customer);
  await noticeDevice(db, customer, origin);
  return { ...userOf(customer, csrfTokenOf(token)), token };
}

/**
 * Makes a customer, writes his consent down (decisions: Personal data) and opens a first session.
 * Refuses `weak_password`, `email_taken` (also to the slower of two who register one email at once), `too_many_requests`.
 */
export async function register({ db, config }: House, form: RegisterRequest, origin: Origin): Promise<Session> {
  const { ip, now, locale } = origin;
  await countAttempt(db, "register_per_address", ip, now);
  await refuseWeakPassword({ db, config }, form.password, form);
  // Taken back for a free email. Beyond these limits a free and a taken email get the same answer.
  await countAttempt(db, "taken_per_address", ip, now);
  await countAttempt(db, "taken_per_network", ip, now);
  const passwordHash = await hashPassword(form.password);
  const made = await withTransaction(db, async (db) => {
    const customerId = await insertCustomer(db, {
      email: form.email,
      passwordHash,
      name: form.name,
      phone: form.tel,
      locale,
      at: now,
    });
    if (customerId === null) return null;
    await giveConsent(db, { id: customerId, email: form.email }, "personal_data", "register", origin);
    await askForConfirmation(db, { id: customerId, email: form.email }, origin);
    return enter(db, { customerId, passwordHash, remember: false }, origin);
  });
  if (!made) throw refuse(refusals, "email_taken", { fields: { email: ["emailTaken"] } });
  await forgiveAttempt(db, "taken_per_address", ip, now);
  await forgiveAttempt(db, "taken_per_network", ip, now);
  const device_token = await createDeviceToken(db, { customerId: made.id, passwordHash }, now);
  return { ...made, device_token };
}

export async function whoIs(db: Db, customer: { id: number; sessionHash: Buffer }): Promise<User> {
  return userOf(await getCustomer(db, customer.id), csrfTokenOfSession(customer.sessionHash));
}

/** Changes what the profile form holds; what is left out stays. Refuses a birthday that is not past. */
export async function changeProfile(
  db: Db,
  customer: { id: number; email: string; sessionHash: Buffer },
  { newsletter, ...change }: ProfileRequest,
  origin: Origin,
): Promise<User> {
  if (typeof change.birthday === "string" && !isPastBirthday(change.birthday, origin.now))
    throw refuse(commonRefusals, "validation_failed", { fields: { birthday: ["pastDate"] } });
  await withTransaction(db, async (db) => {
    // Two tabs that subscribe at once leave one consent.
    await lockCustomer(db, customer.id);
    await updateProfile(db, customer.id, change);
    if (newsletter !== undefined)
      await settleConsent(db, customer, { purpose: "newsletter", given: newsletter }, "profile", origin);
  });
  return whoIs(db, customer);
}

/** Refuses `weak_password`. */
export async function refuseWeakPassword(
  { db, config }: Pick<House, "db" | "config">,
  password: string,
  person: { email: string; name: string },
): Promise<void> {
  const shopNames = Object.values(await settingValue(db, shopName));
  if (await isWeakPassword(password, contextWords(config, person, shopNames)))
    throw refuse(refusals, "weak_password", { fields: { password: ["weakPassword"] } });
}

function loginFailed(customerId: number | undefined) {
  return refuse(refusals, "login_failed", { logged: { customerId } });
}

function userOf(row: CustomerRow, csrfToken: string): User {
  return { ...row, gender: row.gender as User["gender"], csrf_token: csrfToken };
}
