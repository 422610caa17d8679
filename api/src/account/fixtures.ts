import type { Db } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { seal } from "../platform/sealing.ts";
import { hashPassword } from "./passwords.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { sealedFor } from "./second-factor-check.ts";
import { newToken, tokenHash } from "./tokens.ts";
import { codeOf, newKey, stepAt } from "./totp.ts";

/** The password of every customer made here. */
export const PASSWORD = "six white plums";

let serial = 0;
let hash: Promise<string> | undefined;

export type ACustomer = { id: number; email: string; token: string };

/** A customer with a session open from `at` on. */
export async function aCustomer(
  db: Db,
  wish: { email?: string; name?: string; locale?: "ru-RU" | "en-US"; at?: Date; remember?: boolean } = {},
): Promise<ACustomer> {
  const email = wish.email ?? `customer-${++serial}@example.test`;
  hash ??= hashPassword(PASSWORD);
  const { id } = await db
    .insertInto("customers")
    .values({
      email,
      password_hash: await hash,
      name: wish.name ?? "Мария",
      phone: "+7 900 123-45-67",
      locale: wish.locale ?? "ru-RU",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email, token: await aSession(db, id, wish) };
}

/** A further session of a customer, on another device so to say. */
export async function aSession(
  db: Db,
  customerId: number,
  wish: { at?: Date; remember?: boolean } = {},
): Promise<string> {
  const token = newToken();
  const at = wish.at ?? new Date("2026-11-20T09:00:00Z");
  const remember = wish.remember ?? false;
  await db
    .insertInto("sessions")
    .values({
      token_hash: tokenHash(token),
      customer_id: customerId,
      remember,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + (remember ? 30 : 1) * 24 * 60 * 60 * 1000),
    })
    .execute();
  return token;
}

export type ASecondFactor = {
  /** What the app shows at that moment. */
  codeAt: (moment: Date) => string;
  recoveryCodes: string[];
};

/** A customer's second factor, switched on before anything was signed in with it. */
export async function aSecondFactor({ db, config, clock }: House, customerId: number): Promise<ASecondFactor> {
  const key = newKey();
  const at = clock.now();
  const sealedKey = seal(config, sealedFor(customerId), key);
  const codes = newRecoveryCodes();
  await db
    .insertInto("second_factors")
    .values({ customer_id: customerId, sealed_key: sealedKey, begun_at: at, confirmed_at: at })
    .execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ customer_id: customerId, code_hash: recoveryCodeHash(customerId, code) })))
    .execute();
  return { codeAt: (moment) => codeOf(key, stepAt(moment)), recoveryCodes: codes };
}
