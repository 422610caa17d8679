import { type Db, getSqlState, type Tx, withTransaction } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { countAttempt } from "../rate-limits.ts";
import {
  confirmEmailChange,
  deleteEmailChange,
  findEmailChange,
  isEmailVerified,
  findEmailLinkOwner,
  replaceEmail,
  replaceEmailChange,
  consumeEmailLink,
  markEmailVerified,
} from "./sql.ts";
import type { ClientInfo } from "../client-info.ts";
import { verifyCurrentPassword } from "../passwords/password-check.ts";
import type { EmailConfirmed } from "./schema.ts";
import { refusals } from "../schema.ts";
import { deletePasswordResets } from "../passwords/sql.ts";
import { lockCustomer } from "../sql.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import { queueConfirmationEmail } from "./notifications.ts";

/** How long an email change waits for both confirmations. */
export const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60 * 1000;

const UNIQUE_VIOLATION = "23505";

type CustomerIdentity = { id: number; email: string };

/** Sends the confirmation email again, unless the address is already confirmed. Refuses `too_many_requests`. */
export async function resendConfirmationEmail(
  db: Db,
  customer: CustomerIdentity,
  clientInfo: ClientInfo,
): Promise<void> {
  await countAttempt(db, "email_per_account", customer.id, clientInfo.now);
  if (await isEmailVerified(db, customer.id)) return;
  await withTransaction(db, (db) => queueConfirmationEmail(db, customer, clientInfo));
}

/**
 * Starts a change of the customer's email: both addresses must confirm it. The response does not reveal whether the new
 * address is taken; that is checked when the email to it is rendered, and then no email is sent. Refuses
 * `wrong_password`, the current address, `too_many_requests`.
 */
export async function requestEmailChange(
  db: Db,
  customer: CustomerIdentity,
  form: { email: string; current_password: string },
  { locale, now }: ClientInfo,
): Promise<void> {
  await verifyCurrentPassword(db, customer.id, form.current_password, now);
  if (form.email === customer.email)
    throw refuse(commonRefusals, "validation_failed", { fields: { email: ["sameEmail"] } });
  await countAttempt(db, "email_per_account", customer.id, now);
  await withTransaction(db, async (db) => {
    await lockCustomer(db, customer.id);
    const changeId = await replaceEmailChange(db, {
      customerId: customer.id,
      newEmail: form.email,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + EMAIL_CHANGE_LIFETIME_MS),
    });
    for (const side of ["old", "new"] as const)
      await queueEmail(db, {
        recipient: side === "old" ? customer.email : form.email,
        locale,
        template: "email_change",
        params: { changeId, side },
        dedupKey: `email_change:${changeId}:${side}`,
      });
  });
}

/** Cancels the pending email change and invalidates its links. */
export async function cancelEmailChange(db: Db, customerId: number): Promise<void> {
  await withTransaction(db, (db) => deleteEmailChange(db, customerId));
}

/**
 * Uses the link of a confirmation email: confirms the customer's own address, or one side of an email change. After
 * both sides have confirmed, the email is changed and password reset links are deleted.
 * Refuses `email_link_used` (used, expired, unknown, or the new address was taken meanwhile) and `too_many_requests`.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  { ip, locale, now }: ClientInfo,
): Promise<EmailConfirmed & { customerId: number }> {
  await countAttempt(db, "email_link_per_ip_address", ip, now);
  const linkHash = hashToken(token);
  const customerId = await findEmailLinkOwner(db, linkHash, now);
  if (customerId === null) throw refuse(refusals, "email_link_used");
  try {
    const result = await withTransaction(db, async (db): Promise<EmailConfirmed> => {
      await lockCustomer(db, customerId);
      const emailLink = await consumeEmailLink(db, linkHash, now);
      if (!emailLink) throw refuse(refusals, "email_link_used");
      if (emailLink.changeId !== null)
        return confirmEmailChangeSide(db, { ...emailLink, changeId: emailLink.changeId }, { locale, now });
      await markEmailVerified(db, customerId, now, emailLink.email);
      return { state: "confirmed" };
    });
    return { ...result, customerId };
  } catch (error) {
    // Somebody registered with the new address at the same moment.
    if (getSqlState(error) === UNIQUE_VIOLATION) throw refuse(refusals, "email_link_used");
    throw error;
  }
}

async function confirmEmailChangeSide(
  db: Tx,
  emailLink: { changeId: number; email: string },
  { locale, now }: Pick<ClientInfo, "locale" | "now">,
): Promise<EmailConfirmed> {
  const change = await findEmailChange(db, emailLink.changeId, now);
  if (!change) throw refuse(refusals, "email_link_used");
  const isConfirmedByBoth = await confirmEmailChange(
    db,
    change.id,
    emailLink.email === change.newEmail ? "new" : "old",
    now,
  );
  if (!isConfirmedByBoth) return { state: "waiting" };
  if (!(await replaceEmail(db, change.customerId, change.newEmail, now))) throw refuse(refusals, "email_link_used");
  await deleteEmailChange(db, change.customerId);
  await deletePasswordResets(db, change.customerId);
  for (const recipient of [change.oldEmail, change.newEmail])
    await queueEmail(db, {
      recipient,
      locale,
      template: "email_changed",
      dedupKey: `email_changed:${change.id}:${recipient === change.newEmail ? "new" : "old"}`,
    });
  return { state: "changed" };
}
