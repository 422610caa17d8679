import { encrypt } from "../platform/crypto/encryption.ts";
import { hashPassword } from "../platform/crypto/password-hashing.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../platform/crypto/recovery-codes.ts";
import { hashToken } from "../platform/crypto/tokens.ts";
import { generateCode, generateKey, getTimeStep } from "../platform/crypto/totp.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { openFullSession, openPasswordSession } from "./sessions.ts";
import { getKeyPurpose } from "./sign-in.ts";

/** The password of every person created here. */
export const STAFF_PASSWORD = "seven brown kettles";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
let serial = 0;
let passwordHash: Promise<string> | undefined;

export type TestStaff = {
  id: number;
  email: string;
  /** The code that the authenticator shows at that moment. */
  codeAt: (moment: Date) => string;
  recoveryCodes: string[];
};

/** Creates an active account with a role, by default that of the owner. */
export async function createTestStaff(
  { db, config, clock }: Pick<AppContext, "db" | "config" | "clock">,
  options: { role?: string; email?: string; name?: string; locale?: "ru-RU" | "en-US" } = {},
): Promise<TestStaff> {
  const email = options.email ?? `staff-${++serial}@example.test`;
  passwordHash ??= hashPassword(STAFF_PASSWORD);
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("key", "=", options.role ?? "owner")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("staff")
    .values({
      email,
      name: options.name ?? "Анна",
      locale: options.locale ?? "ru-RU",
      role_id: role.id,
      password_hash: await passwordHash,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = generateKey();
  await db
    .updateTable("staff")
    .set({ status: "active", totp_key_encrypted: encrypt(config, getKeyPurpose(id), key) })
    .where("id", "=", id)
    .execute();
  const recoveryCodes = generateRecoveryCodes();
  await db
    .insertInto("staff_recovery_codes")
    .values(recoveryCodes.map((code) => ({ staff_id: id, code_hash: hashRecoveryCode(id, code) })))
    .execute();
  return { id, email, codeAt: (moment) => generateCode(key, getTimeStep(moment)), recoveryCodes };
}

/**
 * Opens a session of a person, by default a complete one without a recent code.
 * @returns the `cookie` header of their requests
 */
export async function createTestStaffSession(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  staffId: number,
  options: { level?: "password" | "full"; isSteppedUp?: boolean } = {},
): Promise<string> {
  const client = { ipAddress: "127.0.0.1", userAgent: "", now: clock.now() };
  const open = options.level === "password" ? openPasswordSession : openFullSession;
  const token = await open(db, staffId, client);
  if (!options.isSteppedUp)
    await db
      .updateTable("staff_sessions")
      .set({ step_up_until: null })
      .where("token_hash", "=", hashToken(token))
      .execute();
  return `admin_session=${token}`;
}

/** Returns a function that generates the codes of a key in base32, as an authenticator app does. */
export function createAuthenticator(base32Key: string): (moment: Date) => string {
  const bits = [...base32Key].map((char) => BASE32.indexOf(char).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return (moment) => generateCode(Buffer.from(bytes), getTimeStep(moment));
}
