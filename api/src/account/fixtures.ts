import type { Db } from "../platform/db.ts";
import { hashPassword } from "./passwords.ts";
import { newToken, tokenHash } from "./tokens.ts";

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
