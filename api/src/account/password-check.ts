import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { countAttempt, forgiveAttempt } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { refusals } from "./schema.ts";
import { passwordHashOf } from "./session-sql.ts";

/**
 * Asks a signed-in customer for his password again, before what only he may do. Wrong ones are counted.
 * @returns the hash that it fits. Refuses `wrong_password`, `too_many_requests`.
 */
export async function checkPassword(db: Db, customerId: number, password: string, now: Date): Promise<string> {
  await countAttempt(db, "change_per_account", customerId, now);
  const current = await passwordHashOf(db, customerId);
  if (!(await verifyPassword(current, password))) throw wrongPassword();
  await forgiveAttempt(db, "change_per_account", customerId, now);
  return current;
}

export function wrongPassword() {
  return refuse(refusals, "wrong_password", { fields: { current_password: ["wrongPassword"] } });
}
