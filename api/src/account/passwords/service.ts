import { createHash } from "node:crypto";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { getClientNetwork } from "../../platform/http/rate-limits.ts";
import { countAttempt, isWithinLimit } from "../rate-limits.ts";
import type { ClientInfo } from "../client-info.ts";
import { queuePasswordChangedEmail } from "./notifications.ts";
import { verifyCurrentPassword, createWrongPasswordRefusal } from "./password-check.ts";
import { hashPassword } from "../../platform/crypto/password-hashing.ts";
import { refusals } from "../schema.ts";
import { refuseWeakPassword } from "./password-policy.ts";
import { deletePasswordResets, findPasswordReset, replacePassword, consumePasswordReset } from "./sql.ts";
import { deleteSessions } from "../sessions/sql.ts";
import { revokeUnprovenAccess } from "../email-sign-in/unproven-access.ts";
import { markEmailVerified } from "../emails/sql.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";

/** A second request within this time sends no second email (docs/domain/accounts.md). */
const COOLDOWN_MS = 60 * 1000;

/**
 * Queues an email with a password reset link, whether or not a customer has the email: the customer is looked up when
 * the email is rendered, so that the response and its timing are the same for everybody. Refuses `too_many_requests`.
 */
export async function requestPasswordReset(db: Db, email: string, { ip, locale, now }: ClientInfo): Promise<void> {
  await countAttempt(db, "password_reset_per_ip_address", ip, now);
  await countAttempt(db, "password_reset_per_account_and_network", `${email} ${getClientNetwork(ip)}`, now);
  // Above this limit, a link of the last hour is still in the customer's mailbox and still works.
  if (!(await isWithinLimit(db, "password_reset_emails_per_account", email, now))) return;
  const emailHash = createHash("sha256").update(email).digest("base64url");
  await withTransaction(db, (db) =>
    queueEmail(db, {
      recipient: email,
      locale,
      template: "password_reset",
      dedupKey: `password_reset:${emailHash}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
    }),
  );
}

/**
 * Checks whether a reset link still works, before the customer types a password. Refuses what `resetPassword` refuses
 * for links.
 */
export async function checkResetLink(db: Db, token: string, { ip, now }: ClientInfo): Promise<void> {
  await countAttempt(db, "email_link_per_ip_address", ip, now);
  if (!(await findPasswordReset(db, hashToken(token), now))) throw refuse(refusals, "reset_link_used");
}

/**
 * Sets a new password with a reset link. Every session of the customer ends, and all their reset links are used up.
 * @returns the id of the customer.
 * Refuses `reset_link_used` (used, expired or unknown), `weak_password`, `too_many_requests`.
 */
export async function resetPassword(
  { db, config }: AppContext,
  form: { token: string; password: string },
  clientInfo: ClientInfo,
): Promise<number> {
  const { ip, now } = clientInfo;
  await countAttempt(db, "email_link_per_ip_address", ip, now);
  const linkHash = hashToken(form.token);
  const reset = await findPasswordReset(db, linkHash, now);
  if (!reset) throw refuse(refusals, "reset_link_used");
  // A rejected password does not use the link up.
  await refuseWeakPassword({ db, config }, form.password, reset);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await consumePasswordReset(db, linkHash, now))) throw refuse(refusals, "reset_link_used");
    // The link is the first proof of the email if nothing has proved it before.
    await revokeUnprovenAccess(db, reset.customerId);
    await replacePassword(db, reset.customerId, passwordHash);
    await markEmailVerified(db, reset.customerId, now, reset.email);
    await deletePasswordResets(db, reset.customerId);
    await deleteSessions(db, reset.customerId, null);
    await queuePasswordChangedEmail(db, { id: reset.customerId, email: reset.email }, clientInfo);
  });
  return reset.customerId;
}

/**
 * Changes the password of a signed-in customer. Their other sessions end, and their reset links are deleted.
 * Refuses `wrong_password`, `weak_password`, `too_many_requests`.
 */
export async function changePassword(
  { db, config }: AppContext,
  customer: { id: number; email: string; name: string; sessionHash: Buffer },
  form: { current_password: string; password: string },
  clientInfo: ClientInfo,
): Promise<void> {
  const currentHash = await verifyCurrentPassword(db, customer.id, form.current_password, clientInfo.now);
  await refuseWeakPassword({ db, config }, form.password, customer);
  const passwordHash = await hashPassword(form.password);
  await withTransaction(db, async (db) => {
    if (!(await replacePassword(db, customer.id, passwordHash, currentHash))) throw createWrongPasswordRefusal();
    await deletePasswordResets(db, customer.id);
    await deleteSessions(db, customer.id, customer.sessionHash);
    await queuePasswordChangedEmail(db, customer, clientInfo);
  });
}
