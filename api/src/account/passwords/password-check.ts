import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { verifyPassword } from "../../platform/crypto/password-hashing.ts";
import { refusals } from "../schema.ts";
import { getPasswordHash } from "./sql.ts";

/**
 * Verifies the password of a signed-in customer again before a sensitive action. Wrong passwords are counted.
 * @returns the hash that the password matches. Refuses `wrong_password`, `too_many_requests`.
 */
export async function verifyCurrentPassword(db: Db, customerId: number, password: string, now: Date): Promise<string> {
  await countAttempt(db, "password_check_per_account", customerId, now);
  const passwordHash = await getPasswordHash(db, customerId);
  const isPasswordCorrect = await verifyPassword(passwordHash, password);
  if (passwordHash === null || !isPasswordCorrect) throw createWrongPasswordRefusal();
  await refundAttempt(db, "password_check_per_account", customerId, now);
  return passwordHash;
}

/** Returns the refusal `wrong_password` for the field `current_password`. */
export function createWrongPasswordRefusal() {
  return refuse(refusals, "wrong_password", { fields: { current_password: ["wrongPassword"] } });
}
