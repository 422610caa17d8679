import { type Db, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import { countAttempt, forgiveAttempt } from "./attempts.ts";
import { isPastBirthday } from "./birthday.ts";
import { giveConsent, settleConsent } from "./consents.ts";
import { askForConfirmation } from "./email-links.ts";
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
import { findCredentials } from "./session-sql.ts";
import { openSession } from "./session.ts";
import { type CustomerRow, getCustomer, insertCustomer, lockCustomer, updateProfile } from "./sql.ts";
import { csrfTokenOf, csrfTokenOfSession } from "./tokens.ts";
import { isWeakPassword } from "./weak-passwords.ts";

/**
 * Signs a customer in. An unknown email costs the same work and gets the same answer as a wrong password.
 * Refuses `login_failed`, `too_many_requests`.
 */
export async function signIn(db: Db, form: LoginRequest, origin: Origin): Promise<Session> {
  const { ip, now } = origin;
  await countAttempt(db, "login_per_address", ip, now);
  await countAttempt(db, "login_per_account", form.email, now);
  const known = await findCredentials(db, form.email);
  const isRight = await verifyPassword(known?.passwordHash ?? null, form.password);
  if (!known || !isRight) throw refuse(refusals, "login_failed");
  const session = { customerId: known.id, passwordHash: known.passwordHash, remember: form.remember };
  const token = await openSession(db, session, origin);
  if (token === null) throw refuse(refusals, "login_failed");
  await forgiveAttempt(db, "login_per_address", ip, now);
  await forgiveAttempt(db, "login_per_account", form.email, now);
  return { ...userOf(await getCustomer(db, known.id), csrfTokenOf(token)), token };
}

/**
 * Makes a customer, writes his consent down (decisions: Personal data) and opens a first session.
 * Refuses `weak_password`, `email_taken` (also to the slower of two who register one email at once), `too_many_requests`.
 */
export async function register(db: Db, form: RegisterRequest, origin: Origin): Promise<Session> {
  const { ip, now, locale } = origin;
  await countAttempt(db, "register_per_address", ip, now);
  refuseWeakPassword(form.password, form.email);
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
    const token = await openSession(db, { customerId, passwordHash, remember: false }, origin);
    return token === null ? null : { token, row: await getCustomer(db, customerId) };
  });
  if (!made) {
    await countAttempt(db, "taken_per_address", ip, now);
    throw refuse(refusals, "email_taken", { fields: { email: ["emailTaken"] } });
  }
  return { ...userOf(made.row, csrfTokenOf(made.token)), token: made.token };
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
export function refuseWeakPassword(password: string, email: string): void {
  if (isWeakPassword(password, email))
    throw refuse(refusals, "weak_password", { fields: { password: ["weakPassword"] } });
}

function userOf(row: CustomerRow, csrfToken: string): User {
  return { ...row, gender: row.gender as User["gender"], csrf_token: csrfToken };
}
