import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { countAttempt, forgiveAttempt } from "./attempts.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { refusals } from "./schema.ts";
import { type Origin, refuseWeakPassword } from "./service.ts";
import {
  deleteResets,
  deleteSessions,
  findReset,
  markEmailVerified,
  passwordHashOf,
  replacePassword,
  useReset,
} from "./session-sql.ts";
import { tokenHash } from "./tokens.ts";

/**
 * Sets a new password by a link from a letter: every session ends, the link and any other of his are used up.
 * Refuses `reset_link_used` (used, old or unknown), `weak_password`, `too_many_requests`.
 */
export async function resetPassword(
  db: Db,
  form: { token: string; password: string },
  { ip, now }: Origin,
): Promise<void> {
  await countAttempt(db, "reset_link_per_address", ip, now);
  const link = tokenHash(form.token);
  const reset = await findReset(db, link, now);
  if (!reset) throw refuse(refusals, "reset_link_used");
  // A password that is refused does not use the link up.
  refuseWeakPassword(form.password, reset.email);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await useReset(db, link, now))) throw refuse(refusals, "reset_link_used");
    await replacePassword(db, reset.customerId, passwordHash);
    await markEmailVerified(db, reset.customerId, now);
    await deleteResets(db, reset.customerId);
    await deleteSessions(db, reset.customerId, null);
  });
}

/**
 * Changes the password of a signed-in customer: his other sessions end, reset links die.
 * Refuses `wrong_password`, `weak_password`, `too_many_requests`.
 */
export async function changePassword(
  db: Db,
  customer: { id: number; email: string; sessionHash: Buffer },
  form: { current_password: string; password: string },
  now: Date,
): Promise<void> {
  await countAttempt(db, "change_per_account", customer.id, now);
  const wrongPassword = () => refuse(refusals, "wrong_password", { fields: { current_password: ["wrongPassword"] } });
  const current = await passwordHashOf(db, customer.id);
  if (!(await verifyPassword(current, form.current_password))) throw wrongPassword();
  refuseWeakPassword(form.password, customer.email);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await replacePassword(db, customer.id, passwordHash, current))) throw wrongPassword();
    await deleteResets(db, customer.id);
    await deleteSessions(db, customer.id, customer.sessionHash);
  });
  await forgiveAttempt(db, "change_per_account", customer.id, now);
}
