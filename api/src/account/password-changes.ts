import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { queueMail } from "../platform/mail.ts";
import { countAttempt } from "./attempts.ts";
import type { Origin } from "./origin.ts";
import { checkPassword, wrongPassword } from "./password-check.ts";
import { hashPassword } from "./passwords.ts";
import { refusals } from "./schema.ts";
import { refuseWeakPassword } from "./service.ts";
import {
  deleteResets,
  deleteSessions,
  findReset,
  markEmailVerified,
  replacePassword,
  useReset,
} from "./session-sql.ts";
import { tokenHash } from "./tokens.ts";

/** Whether a link from a letter still works, before anybody types a password. Refuses as using it does. */
export async function checkResetLink(db: Db, token: string, { ip, now }: Origin): Promise<void> {
  await countAttempt(db, "reset_link_per_address", ip, now);
  if (!(await findReset(db, tokenHash(token), now))) throw refuse(refusals, "reset_link_used");
}

/**
 * Sets a new password by a link from a letter: every session ends, the link and any other of his are used up.
 * @returns the id of the customer.
 * Refuses `reset_link_used` (used, old or unknown), `weak_password`, `too_many_requests`.
 */
export async function resetPassword(
  { db, config }: House,
  form: { token: string; password: string },
  origin: Origin,
): Promise<number> {
  const { ip, now } = origin;
  await countAttempt(db, "reset_link_per_address", ip, now);
  const link = tokenHash(form.token);
  const reset = await findReset(db, link, now);
  if (!reset) throw refuse(refusals, "reset_link_used");
  // A password that is refused does not use the link up.
  await refuseWeakPassword({ db, config }, form.password, reset);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await useReset(db, link, now))) throw refuse(refusals, "reset_link_used");
    await replacePassword(db, reset.customerId, passwordHash);
    await markEmailVerified(db, reset.customerId, now, reset.email);
    await deleteResets(db, reset.customerId);
    await deleteSessions(db, reset.customerId, null);
    await tellOfChange(db, { id: reset.customerId, email: reset.email }, origin);
  });
  return reset.customerId;
}

/**
 * Changes the password of a signed-in customer: his other sessions end, reset links die.
 * Refuses `wrong_password`, `weak_password`, `too_many_requests`.
 */
export async function changePassword(
  { db, config }: House,
  customer: { id: number; email: string; name: string; sessionHash: Buffer },
  form: { current_password: string; password: string },
  origin: Origin,
): Promise<void> {
  const current = await checkPassword(db, customer.id, form.current_password, origin.now);
  await refuseWeakPassword({ db, config }, form.password, customer);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await replacePassword(db, customer.id, passwordHash, current))) throw wrongPassword();
    await deleteResets(db, customer.id);
    await deleteSessions(db, customer.id, customer.sessionHash);
    await tellOfChange(db, customer, origin);
  });
}

/** The owner of the address hears of a new password, so that one that he did not set does not go unseen. */
async function tellOfChange(db: Tx, { id, email }: { id: number; email: string }, { locale, now }: Origin) {
  await queueMail(db, {
    recipient: email,
    locale,
    template: "password_changed",
    dedupKey: `password_changed:${id}:${now.getTime()}`,
  });
}
