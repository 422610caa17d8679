import { randomBytes } from "node:crypto";
import type { Db } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { encrypt } from "../platform/crypto/encryption.ts";
import { hashPassword } from "../platform/crypto/password-hashing.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../platform/crypto/recovery-codes.ts";
import { getKeyPurpose } from "./second-factor/code-check.ts";
import { generateToken, hashToken } from "../platform/crypto/tokens.ts";
import { generateCode, generateKey, getTimeStep } from "../platform/crypto/totp.ts";

/** The password of every customer created here. */
export const PASSWORD = "six white plums";

let serial = 0;
let passwordHash: Promise<string> | undefined;

export type TestCustomer = { id: number; email: string; token: string };

/** Creates a customer with an open session. */
export async function createTestCustomer(
  db: Db,
  options: { email?: string; name?: string; locale?: "ru-RU" | "en-US"; signedInAt?: Date; remember?: boolean } = {},
): Promise<TestCustomer> {
  const email = options.email ?? `customer-${++serial}@example.test`;
  passwordHash ??= hashPassword(PASSWORD);
  const { id } = await db
    .insertInto("customers")
    .values({
      email,
      password_hash: await passwordHash,
      name: options.name ?? "Мария",
      phone: "+7 900 123-45-67",
      locale: options.locale ?? "ru-RU",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email, token: await createTestSession(db, id, options) };
}

/** Opens another session of a customer, as if on another device. */
export async function createTestSession(
  db: Db,
  customerId: number,
  options: { signedInAt?: Date; remember?: boolean } = {},
): Promise<string> {
  const token = generateToken();
  const signedInAt = options.signedInAt ?? new Date("2026-11-20T09:00:00Z");
  const remember = options.remember ?? false;
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      customer_id: customerId,
      remember,
      created_at: signedInAt,
      last_seen_at: signedInAt,
      expires_at: new Date(signedInAt.getTime() + (remember ? 30 : 1) * 24 * 60 * 60 * 1000),
    })
    .execute();
  return token;
}

/** Stores a passkey of a customer that no authenticator has. */
export async function createTestPasskey(db: Db, customerId: number, name = "Phone"): Promise<number> {
  const { id } = await db
    .insertInto("passkeys")
    .values({
      ...{ customer_id: customerId, name, sign_count: 0, transports: [], is_backed_up: false },
      ...{ credential_id: randomBytes(16), user_handle: randomBytes(32), public_key: randomBytes(77) },
      created_at: new Date("2026-11-20T09:00:00Z"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type TestSecondFactor = {
  /** The code that the authenticator app shows at that moment. */
  codeAt: (moment: Date) => string;
  recoveryCodes: string[];
};

/** Enables the second factor of a customer, as if before their sign-in. */
export async function createTestSecondFactor(
  { db, config, clock }: AppContext,
  customerId: number,
): Promise<TestSecondFactor> {
  const key = generateKey();
  const now = clock.now();
  const encryptedKey = encrypt(config, getKeyPurpose(customerId), key);
  const codes = generateRecoveryCodes();
  await db
    .insertInto("second_factors")
    .values({ customer_id: customerId, encrypted_key: encryptedKey, started_at: now, confirmed_at: now })
    .execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ customer_id: customerId, code_hash: hashRecoveryCode(customerId, code) })))
    .execute();
  return { codeAt: (moment) => generateCode(key, getTimeStep(moment)), recoveryCodes: codes };
}
