import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { shopName } from "../platform/store-profile/settings.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { countAttempt, refundAttempt } from "./rate-limits.ts";
import { isPastBirthday } from "./birthday.ts";
import { createChallenge, verifyChallenge } from "./second-factor/challenge.ts";
import { recordConsent, setConsent } from "./consents/service.ts";
import { createDeviceToken, findKnownDevice } from "./sessions/device-token.ts";
import { queueConfirmationEmail } from "./emails/service.ts";
import { recordDevice } from "./sessions/new-device-email.ts";
import type { ClientInfo } from "./client-info.ts";
import { hashPassword, verifyPassword } from "./passwords/password-hashing.ts";
import {
  type LoginRequest,
  type ProfileRequest,
  refusals,
  type RegisterRequest,
  type Session,
  type User,
} from "./schema.ts";
import { countCodeAttempt, refundCodeAttempt, consumeCode } from "./second-factor/code-check.ts";
import { queueSecondFactorEmail } from "./second-factor/emails.ts";
import { findSecondFactorStatus } from "./second-factor/sql.ts";
import { findCredentials } from "./passwords/sql.ts";
import { openSession } from "./sessions/service.ts";
import { type CustomerRow, getCustomer, insertCustomer, lockCustomer, updateProfile } from "./sql.ts";
import { deriveCsrfToken, deriveCsrfTokenFromHash } from "./tokens.ts";
import { getContextWords, isWeakPassword } from "./passwords/weak-passwords.ts";

/**
 * Signs a customer in. An unknown email takes the same time and gets the same response as a wrong password. Refuses
 * `login_failed`, `too_many_requests`; `second_factor_required` with the `challenge` that `signInWithCode` takes.
 */
export async function signIn(db: Db, form: LoginRequest, clientInfo: ClientInfo): Promise<Session> {
  const { ip, now } = clientInfo;
  await countAttempt(db, "login_per_address", ip, now);
  const credentials = await findCredentials(db, form.email);
  const device = await findKnownDevice(db, form.device_token, credentials, now);
  const [limitName, subject] =
    device === null ? (["login_per_account", form.email] as const) : (["login_per_device", device] as const);
  await countAttempt(db, limitName, subject, now);
  const isPasswordCorrect = await verifyPassword(credentials?.passwordHash ?? null, form.password);
  if (!credentials || !isPasswordCorrect) throw createLoginFailedRefusal(credentials?.id);
  const verified = { customerId: credentials.id, passwordHash: credentials.passwordHash, remember: form.remember };
  const session = credentials.hasSecondFactor
    ? null
    : await withTransaction(db, (db) => openVerifiedSession(db, verified, clientInfo));
  if (!credentials.hasSecondFactor && !session) throw createLoginFailedRefusal(credentials.id);
  await refundAttempt(db, "login_per_address", ip, now);
  await refundAttempt(db, limitName, subject, now);
  if (session) return { ...session, device_token: await createDeviceToken(db, verified, now) };
  const challenge = await createChallenge(db, verified, now);
  throw refuse(refusals, "second_factor_required", { data: { challenge } });
}

/**
 * Completes a sign-in whose password was verified, with a code of the app or a recovery code. Refuses
 * `second_factor_expired` (the password must be entered again), `wrong_code`, `too_many_requests`.
 */
export async function signInWithCode(
  app: AppContext,
  form: { challenge: string; code: string },
  clientInfo: ClientInfo,
): Promise<Session> {
  const { db } = app;
  const { ip, now } = clientInfo;
  await countAttempt(db, "code_per_address", ip, now);
  const verified = await verifyChallenge(db, form.challenge, now);
  if (!verified) throw refuse(refusals, "second_factor_expired");
  const { customerId } = verified;
  await countCodeAttempt(db, customerId, now);
  const session = await withTransaction(db, (db) =>
    openVerifiedSession(db, verified, clientInfo, async (customer) => {
      const kind = await consumeCode(db, app, customerId, form.code, now);
      if (kind === "app") return;
      const left = (await findSecondFactorStatus(db, customerId))?.codesLeft ?? 0;
      await queueSecondFactorEmail(db, customer, { what: "code_used", left }, clientInfo);
    }),
  );
  if (!session) throw refuse(refusals, "second_factor_expired", { securityLog: { customerId } });
  await refundAttempt(db, "code_per_address", ip, now);
  await refundCodeAttempt(db, customerId, now);
  return { ...session, device_token: await createDeviceToken(db, verified, now) };
}

type VerifiedPassword = { customerId: number; passwordHash: string; remember: boolean };

/**
 * Opens a session after the second factor, if any, was verified. @returns null if the password has been replaced
 * meanwhile.
 */
async function openVerifiedSession(
  db: Tx,
  verified: VerifiedPassword,
  clientInfo: ClientInfo,
  verifySecondFactor?: (customer: CustomerRow) => Promise<void>,
): Promise<Omit<Session, "device_token"> | null> {
  const token = await openSession(db, verified, clientInfo);
  if (token === null) return null;
  const customer = await getCustomer(db, verified.customerId);
  await verifySecondFactor?.(customer);
  await recordDevice(db, customer, clientInfo);
  return { ...serializeUser(customer, deriveCsrfToken(token)), token };
}

/**
 * Creates a customer, records their consent to the processing of personal data and opens their first session. Refuses
 * `weak_password`, `email_taken` (also to the slower of two concurrent registrations of one email),
 * `too_many_requests`.
 */
export async function register(
  { db, config }: AppContext,
  form: RegisterRequest,
  clientInfo: ClientInfo,
): Promise<Session> {
  const { ip, now, locale } = clientInfo;
  await countAttempt(db, "register_per_address", ip, now);
  await refuseWeakPassword({ db, config }, form.password, form);
  // Given back if the email is free. Above these limits a free and a taken email get the same response.
  await countAttempt(db, "taken_per_address", ip, now);
  await countAttempt(db, "taken_per_network", ip, now);
  const passwordHash = await hashPassword(form.password);
  const session = await withTransaction(db, async (db) => {
    const customerId = await insertCustomer(db, {
      email: form.email,
      passwordHash,
      name: form.name,
      phone: form.tel,
      locale,
      createdAt: now,
    });
    if (customerId === null) return null;
    await recordConsent(db, { id: customerId, email: form.email }, "personal_data", "register", clientInfo);
    await queueConfirmationEmail(db, { id: customerId, email: form.email }, clientInfo);
    return openVerifiedSession(db, { customerId, passwordHash, remember: false }, clientInfo);
  });
  if (!session) throw refuse(refusals, "email_taken", { fields: { email: ["emailTaken"] } });
  await refundAttempt(db, "taken_per_address", ip, now);
  await refundAttempt(db, "taken_per_network", ip, now);
  const device_token = await createDeviceToken(db, { customerId: session.id, passwordHash }, now);
  return { ...session, device_token };
}

/** Returns the signed-in customer with the CSRF token of the session. */
export async function getCurrentUser(db: Db, customer: { id: number; sessionHash: Buffer }): Promise<User> {
  return serializeUser(await getCustomer(db, customer.id), deriveCsrfTokenFromHash(customer.sessionHash));
}

/** Updates the fields of the profile form; absent fields stay unchanged. Refuses a birthday that is not in the past. */
export async function updateUserProfile(
  db: Db,
  customer: { id: number; email: string; sessionHash: Buffer },
  { newsletter, ...change }: ProfileRequest,
  clientInfo: ClientInfo,
): Promise<User> {
  if (typeof change.birthday === "string" && !isPastBirthday(change.birthday, clientInfo.now))
    throw refuse(commonRefusals, "validation_failed", { fields: { birthday: ["pastDate"] } });
  await withTransaction(db, async (db) => {
    // Concurrent subscriptions from two tabs create one consent.
    await lockCustomer(db, customer.id);
    await updateProfile(db, customer.id, change);
    if (newsletter !== undefined)
      await setConsent(db, customer, { purpose: "newsletter", given: newsletter }, "profile", clientInfo);
  });
  return getCurrentUser(db, customer);
}

/** Refuses `weak_password` if the password is too common or close to the name, the email or the shop's name. */
export async function refuseWeakPassword(
  { db, config }: Pick<AppContext, "db" | "config">,
  password: string,
  person: { email: string; name: string },
): Promise<void> {
  const shopNames = Object.values(await getSetting(db, shopName));
  if (await isWeakPassword(password, getContextWords(config, person, shopNames)))
    throw refuse(refusals, "weak_password", { fields: { password: ["weakPassword"] } });
}

function createLoginFailedRefusal(customerId: number | undefined) {
  return refuse(refusals, "login_failed", { securityLog: { customerId } });
}

function serializeUser(row: CustomerRow, csrfToken: string): User {
  return { ...row, gender: row.gender as User["gender"], csrf_token: csrfToken };
}
