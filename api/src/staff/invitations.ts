import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import { getAdminUrl } from "../platform/admin-url.ts";
import { decrypt, encrypt, OTHER_SECRET } from "../platform/crypto/encryption.ts";
import { hashPassword } from "../platform/crypto/password-hashing.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../platform/crypto/recovery-codes.ts";
import { generateToken, hashToken } from "../platform/crypto/tokens.ts";
import { generateKey } from "../platform/crypto/totp.ts";
import { getContextWords, isWeakPassword } from "../platform/crypto/weak-passwords.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { queueEmail, withdrawEmail } from "../platform/mail/email-queue.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { shopName } from "../platform/store-profile/settings.ts";
import { type AuthenticatorKey, type Invitation, refusals } from "./admin-schema.ts";
import {
  activateStaff,
  closeInvitation,
  deleteOpenInvitation,
  findOpenInvitation,
  type InvitationRow,
  lockInvitation,
  lockInvitationOf,
  replaceInvitation,
  replaceRecoveryCodes,
  setKey,
  upsertInvitedStaff,
} from "./invitation-sql.ts";
import { recordStaffDevice } from "./known-devices.ts";
import { openFullSession, type StaffClient } from "./sessions.ts";
import { checkCode, consumeAppCode, getKeyPurpose, serializeKey } from "./sign-in.ts";
import { findCredentials } from "./sql.ts";

const LIFETIME_MS = 72 * 60 * 60 * 1000;

/** The encryption purpose of the token in the email of an invitation. */
const getTokenPurpose = (email: string) => `staff_invitation:${email}`;

/** Returns the address of the page that accepts an invitation. */
export function getInvitationUrl(config: AppContext["config"], token: string): string {
  return `${getAdminUrl(config)}/invitations/${token}`;
}

/**
 * Invites a person by email. An earlier invitation that was not accepted ends. Refuses `staff_exists`.
 * @returns the address of the page that accepts the invitation, for 72 hours
 */
export async function inviteStaff(
  tx: Tx,
  { config }: Pick<AppContext, "config">,
  person: { email: string; roleId: number; invitedBy: number | null; locale: Locale; now: Date },
): Promise<string> {
  const { email, roleId, invitedBy, locale, now } = person;
  if (await findCredentials(tx, email)) throw refuse(refusals, "staff_exists", { fields: { email: ["staffExists"] } });
  const token = generateToken();
  await replaceInvitation(tx, {
    ...{ token_hash: hashToken(token), email, role_id: roleId, invited_by: invitedBy },
    ...{ created_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) },
  });
  await queueEmail(tx, {
    recipient: email,
    locale,
    template: "staff_invitation",
    // The queue must not hold a token that can be used.
    params: { encryptedToken: encrypt(config, getTokenPurpose(email), Buffer.from(token)).toString("base64") },
    dedupKey: getEmailKey(hashToken(token)),
  });
  return getInvitationUrl(config, token);
}

/**
 * Withdraws the open invitation of an email: its link no longer works, and its email is not sent any more. Refuses
 * `not_found`, and what `authorize` refuses.
 * @returns the key of its role
 */
export async function withdrawInvitation(
  tx: Tx,
  email: string,
  now: Date,
  authorize: (role: { key: string; permissions: readonly string[] }) => Promise<void>,
): Promise<string> {
  const invitation = await lockInvitationOf(tx, email, now);
  if (!invitation) throw refuse(commonRefusals, "not_found");
  await authorize(invitation);
  await deleteOpenInvitation(tx, email);
  await withdrawEmail(tx, getEmailKey(invitation.token_hash));
  return invitation.key;
}

function getEmailKey(tokenHash: Buffer): string {
  return `staff_invitation:${tokenHash.toString("hex")}`;
}

/**
 * Returns the token of an invitation that was encrypted for its email.
 * @throws Error if another process has encrypted it with another SHOP_SECRET
 */
export function decryptInvitationToken(config: AppContext["config"], email: string, encrypted: string): string {
  const token = decrypt(config, getTokenPurpose(email), Buffer.from(encrypted, "base64"))?.toString();
  if (token === undefined) throw new Error(OTHER_SECRET);
  return token;
}

/** Returns an invitation and what comes next. Refuses `invitation_expired`. */
export async function getInvitation(db: Db, token: string, locale: Locale, now: Date): Promise<Invitation> {
  const invitation = await requireInvitation(db, token, now);
  return {
    email: invitation.email,
    role_name: locale === "ru-RU" ? invitation.name_ru : invitation.name_en,
    expires_at: invitation.expires_at.toISOString(),
    step: invitation.staff_id === null ? "password" : "code",
  };
}

/**
 * The first step of an acceptance: sets name and password. It can be repeated until the second step. Refuses
 * `invitation_expired`, `weak_password`.
 * @returns the key for the authenticator app
 */
export async function setInvitedPassword(
  app: AppContext,
  token: string,
  form: { name: string; password: string; locale: Locale },
  now: Date,
): Promise<AuthenticatorKey> {
  const { email } = await requireInvitation(app.db, token, now);
  const shopNames = Object.values(await getSetting(app.db, shopName));
  if (await isWeakPassword(form.password, getContextWords(app.config, { email, name: form.name }, shopNames)))
    throw refuse(refusals, "weak_password", { fields: { password: ["weakPassword"] } });
  const passwordHash = await hashPassword(form.password);
  const key = generateKey();
  await withTransaction(app.db, async (tx) => {
    const { role_id } = await lockOpenInvitation(tx, token, now);
    const { name, locale } = form;
    const person = { email, name, locale, role_id, password_hash: passwordHash, created_at: now };
    const staffId = await upsertInvitedStaff(tx, person);
    await setKey(tx, staffId, encrypt(app.config, getKeyPurpose(staffId), key));
  });
  return serializeKey(app, { email, locale: form.locale }, key);
}

/**
 * The second step of an acceptance: the first code of the authenticator activates the account and signs the person in.
 * Refuses `invitation_expired`, `wrong_code`, `too_many_requests`.
 */
export async function acceptInvitation(
  app: AppContext,
  token: string,
  code: string,
  client: StaffClient & { locale: Locale },
): Promise<{ staffId: number; sessionToken: string; recoveryCodes: string[] }> {
  const { now } = client;
  const { staff_id: staffId } = await requireInvitation(app.db, token, now);
  if (staffId === null) throw refuse(refusals, "invitation_expired");
  return checkCode(app, staffId, now, async (tx, encryptedKey) => {
    const invitation = await lockOpenInvitation(tx, token, now);
    if (!(await consumeAppCode(tx, app, staffId, { encryptedKey, code: code.replaceAll(/\s/g, ""), now }))) return null;
    await activateStaff(tx, staffId, invitation.role_id);
    await closeInvitation(tx, hashToken(token), now);
    const recoveryCodes = generateRecoveryCodes();
    await replaceRecoveryCodes(
      tx,
      staffId,
      recoveryCodes.map((recoveryCode) => hashRecoveryCode(staffId, recoveryCode)),
    );
    await recordStaffDevice(tx, { id: staffId, email: invitation.email, locale: client.locale }, client);
    await recordAuditEntry(app, tx, {
      actor: { kind: "staff", id: staffId, label: invitation.email, sessionId: null, ipAddress: client.ipAddress },
      action: "staff.invitation_accepted",
      subject: { kind: "staff", id: staffId },
      changes: [{ field: "role", from: null, to: invitation.role_key }],
    });
    return { staffId, sessionToken: await openFullSession(tx, staffId, client), recoveryCodes };
  });
}

async function requireInvitation(db: Db, token: string, now: Date): Promise<InvitationRow> {
  const invitation = await findOpenInvitation(db, hashToken(token), now);
  if (!invitation) throw refuse(refusals, "invitation_expired");
  return invitation;
}

async function lockOpenInvitation(tx: Tx, token: string, now: Date): Promise<InvitationRow> {
  await lockInvitation(tx, hashToken(token));
  return requireInvitation(tx, token, now);
}
