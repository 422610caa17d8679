import { type Db, sqlState, type Tx, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import { queueMail } from "../platform/mail.ts";
import { countAttempt } from "./attempts.ts";
import {
  confirmChange,
  deleteEmailChange,
  findEmailChange,
  isEmailVerified,
  ownerOfEmailLink,
  replaceEmail,
  replaceEmailChange,
  takeEmailLink,
} from "./email-sql.ts";
import type { Origin } from "./origin.ts";
import { checkPassword } from "./password-check.ts";
import { type EmailConfirmed, refusals } from "./schema.ts";
import { deleteResets, markEmailVerified } from "./session-sql.ts";
import { lockCustomer } from "./sql.ts";
import { tokenHash } from "./tokens.ts";

/** A change of email waits so long for both addresses. */
export const CHANGE_LIVES_MS = 24 * 60 * 60 * 1000;
/** Asking again within this time brings no second letter. */
const COOLDOWN_MS = 60 * 1000;

const UNIQUE_VIOLATION = "23505";

type Who = { id: number; email: string };

/** Leaves the letter that asks whether an address is his who wrote it down. Buying does not wait for the answer. */
export async function askForConfirmation(db: Tx, { id, email }: Who, { locale, now }: Origin): Promise<void> {
  await queueMail(db, {
    recipient: email,
    locale,
    template: "email_confirmation",
    params: { customerId: id },
    dedupKey: `email_confirmation:${id}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
  });
}

/** The same letter once more, unless the address is confirmed already. Refuses `too_many_requests`. */
export async function askAgain(db: Db, customer: Who, origin: Origin): Promise<void> {
  await countAttempt(db, "letter_per_account", customer.id, origin.now);
  if (await isEmailVerified(db, customer.id)) return;
  await withTransaction(db, (db) => askForConfirmation(db, customer, origin));
}

/**
 * Asks both addresses whether the customer's email may be changed. The answer is the same whether or not the new one
 * is somebody's already: that is looked up when its letter is written, and then there is none.
 * Refuses `wrong_password`, the address that he has, `too_many_requests`.
 */
export async function askForEmailChange(
  db: Db,
  customer: Who,
  form: { email: string; current_password: string },
  { locale, now }: Origin,
): Promise<void> {
  await checkPassword(db, customer.id, form.current_password, now);
  if (form.email === customer.email)
    throw refuse(commonRefusals, "validation_failed", { fields: { email: ["sameEmail"] } });
  await countAttempt(db, "letter_per_account", customer.id, now);
  await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    const changeId = await replaceEmailChange(db, {
      customerId: customer.id,
      newEmail: form.email,
      at: now,
      expiresAt: new Date(now.getTime() + CHANGE_LIVES_MS),
    });
    for (const side of ["old", "new"] as const)
      await queueMail(db, {
        recipient: side === "old" ? customer.email : form.email,
        locale,
        template: "email_change",
        params: { changeId, side },
        dedupKey: `email_change:${changeId}:${side}`,
      });
  });
}

/** Calls a change off; its links are dead. */
export async function callEmailChangeOff(db: Db, customerId: number): Promise<void> {
  await withTransaction(db, (db) => deleteEmailChange(db, customerId));
}

/**
 * Takes the link of a letter: the customer's own address is confirmed, or one side of a change says yes; when both have,
 * the email is changed and reset links sent to the old address die.
 * Refuses `email_link_used` (used, old, unknown, or the new address has become somebody's), `too_many_requests`.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  { ip, locale, now }: Origin,
): Promise<EmailConfirmed & { customerId: number }> {
  await countAttempt(db, "reset_link_per_address", ip, now);
  const link = tokenHash(token);
  const customerId = await ownerOfEmailLink(db, link, now);
  if (customerId === null) throw refuse(refusals, "email_link_used");
  try {
    const confirmed = await withTransaction(db, async (db): Promise<EmailConfirmed> => {
      await lockCustomer(db, customerId);
      const taken = await takeEmailLink(db, link, now);
      if (!taken) throw refuse(refusals, "email_link_used");
      if (taken.changeId !== null) return confirmSide(db, { ...taken, changeId: taken.changeId }, { locale, now });
      await markEmailVerified(db, customerId, now, taken.email);
      return { state: "confirmed" };
    });
    return { ...confirmed, customerId };
  } catch (error) {
    // Somebody registered with the new address in this very moment.
    if (sqlState(error) === UNIQUE_VIOLATION) throw refuse(refusals, "email_link_used");
    throw error;
  }
}

async function confirmSide(
  db: Tx,
  taken: { changeId: number; email: string },
  { locale, now }: Pick<Origin, "locale" | "now">,
): Promise<EmailConfirmed> {
  const change = await findEmailChange(db, taken.changeId, now);
  if (!change) throw refuse(refusals, "email_link_used");
  const isBoth = await confirmChange(db, change.id, taken.email === change.newEmail ? "new" : "old", now);
  if (!isBoth) return { state: "waiting" };
  if (!(await replaceEmail(db, change.customerId, change.newEmail, now))) throw refuse(refusals, "email_link_used");
  await deleteEmailChange(db, change.customerId);
  await deleteResets(db, change.customerId);
  for (const recipient of [change.oldEmail, change.newEmail])
    await queueMail(db, {
      recipient,
      locale,
      template: "email_changed",
      dedupKey: `email_changed:${change.id}:${recipient === change.newEmail ? "new" : "old"}`,
    });
  return { state: "changed" };
}
