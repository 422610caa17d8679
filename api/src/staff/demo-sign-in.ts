import { getAdminUrl } from "../platform/admin-url.ts";
import type { Config } from "../platform/config.ts";
import { encrypt } from "../platform/crypto/encryption.ts";
import { hashPassword } from "../platform/crypto/password-hashing.ts";
import { generateToken, hashToken } from "../platform/crypto/tokens.ts";
import { generateCode, generateKey, getTimeStep } from "../platform/crypto/totp.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { refusals } from "./admin-schema.ts";
import { deleteDemoLink, findActiveStaffId, insertDemoLink } from "./demo-sql.ts";
import { activateStaff, setKey, upsertInvitedStaff } from "./invitation-sql.ts";
import { OWNER_ROLE } from "./permissions.ts";
import type { StaffSession } from "./admin-endpoint.ts";
import { openFullSession, type StaffClient } from "./sessions.ts";
import { decryptKey, getKeyPurpose } from "./sign-in.ts";
import { findEncryptedKey, findRoleId } from "./sql.ts";

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns whether a link may sign the demo owner in: only on a machine of one's own, in the embedded database, and not
 * with DEMO=0. Whoever asks must also check that the shop is a demonstration.
 */
export function allowsDemoSignIn(config: Config): boolean {
  const isPublic = [config.publicUrl, getAdminUrl(config)].some((url) => url.startsWith("https:"));
  return !isPublic && config.demo !== false && config.databaseUrl === undefined;
}

/**
 * Creates a link that signs an owner in once, within 24 hours, and their account if there is none. Nobody knows its
 * password and authenticator: the link is the only way in.
 * @throws Error if `allowsDemoSignIn` is false
 */
export async function createDemoLink(
  app: AppContext,
  owner: { email: string; name: string; locale: Locale },
): Promise<string> {
  if (!allowsDemoSignIn(app.config)) throw new Error("a demo owner is not allowed here");
  const now = app.clock.now();
  const passwordHash = await hashPassword(generateToken());
  const token = generateToken();
  await withTransaction(app.db, async (tx) => {
    const staffId =
      (await findActiveStaffId(tx, owner.email)) ??
      (await createOwner(tx, app.config, { ...owner, passwordHash, now }));
    const expires_at = new Date(now.getTime() + LIFETIME_MS);
    await insertDemoLink(tx, { token_hash: hashToken(token), staff_id: staffId, expires_at });
  });
  return `${getAdminUrl(app.config)}/demo-sign-in/${token}`;
}

/**
 * Signs the demo owner in with a link, which then ends. Refuses `sign_in_link_expired`.
 * @returns the token of the session
 */
export async function signInByDemoLink(
  { db, config }: AppContext,
  token: string,
  client: StaffClient,
): Promise<{ staffId: number; sessionToken: string }> {
  if (!allowsDemoSignIn(config)) throw refuse(refusals, "sign_in_link_expired");
  return withTransaction(db, async (tx) => {
    const staffId = await deleteDemoLink(tx, hashToken(token), client.now);
    if (staffId === null) throw refuse(refusals, "sign_in_link_expired");
    return { staffId, sessionToken: await openFullSession(tx, staffId, client, true) };
  });
}

/**
 * Returns the code that the authenticator of the demo owner would show, which nobody has. For every other session, and
 * if a link may not sign in here any more, it is null.
 */
export async function getDemoCode(app: AppContext, { staff, isDemo }: StaffSession, now: Date): Promise<string | null> {
  if (!isDemo || !allowsDemoSignIn(app.config)) return null;
  const encryptedKey = await findEncryptedKey(app.db, staff.id);
  const key = encryptedKey && decryptKey(app, staff.id, encryptedKey);
  return key && generateCode(key, getTimeStep(now));
}

type NewOwner = { email: string; name: string; locale: Locale; passwordHash: string; now: Date };

async function createOwner(tx: Tx, config: Config, owner: NewOwner): Promise<number> {
  const { email, name, locale, passwordHash, now } = owner;
  const roleId = await findRoleId(tx, OWNER_ROLE);
  if (roleId === null) throw new Error("the owner role is missing");
  const person = { email, name, locale, role_id: roleId, password_hash: passwordHash, created_at: now };
  const staffId = await upsertInvitedStaff(tx, person);
  await setKey(tx, staffId, encrypt(config, getKeyPurpose(staffId), generateKey()));
  await activateStaff(tx, staffId, roleId);
  return staffId;
}
