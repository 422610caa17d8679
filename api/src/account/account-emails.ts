import { createHash } from "node:crypto";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { renderEmail, getStoreUrl } from "../branding/email-layout.ts";
import { getClientNetwork } from "../platform/http/rate-limits.ts";
import { type EmailTemplate, queueEmail } from "../platform/mail/mailer.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { countAttempt, isWithinLimit } from "./rate-limits.ts";
import { deviceEmails } from "./sessions/new-device-email.ts";
import { confirmationEmails } from "./emails/confirmation-emails.ts";
import { newsletterEmails } from "./consents/newsletter.ts";
import type { ClientInfo } from "./client-info.ts";
import { secondFactorEmails } from "./second-factor/emails.ts";
import { findCredentials, insertPasswordReset } from "./sessions/sql.ts";
import { generateToken, hashToken } from "./tokens.ts";

const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** A second request within this time sends no second email (docs/domain/accounts.md). */
const COOLDOWN_MS = 60 * 1000;

/**
 * Queues an email with a password reset link, whether or not a customer has the email: the customer is looked up when
 * the email is rendered, so that the response and its timing are the same for everybody. Refuses `too_many_requests`.
 */
export async function requestPasswordReset(db: Db, email: string, { ip, locale, now }: ClientInfo): Promise<void> {
  await countAttempt(db, "reset_per_address", ip, now);
  await countAttempt(db, "reset_per_account_and_network", `${email} ${getClientNetwork(ip)}`, now);
  // Above this limit, a link of the last hour is still in the customer's mailbox and still works.
  if (!(await isWithinLimit(db, "reset_letters_per_account", email, now))) return;
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
 * Email with a reset link. The token is created when the email is sent and is stored only as a hash. Null if no
 * customer has this email.
 */
const renderPasswordResetEmail: EmailTemplate = async ({ db, clock, config }, { recipient, locale, storeName }) => {
  const now = clock.now();
  const customer = await findCredentials(db, recipient);
  if (!customer) return null;
  const token = generateToken();
  await withTransaction(db, (db) =>
    insertPasswordReset(db, {
      tokenHash: hashToken(token),
      customerId: customer.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS),
    }),
  );
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "letter_reset_subject", { shop: storeName }),
    paragraphs: [formatMessage(locale, "letter_reset_asked"), formatMessage(locale, "letter_reset_lives")],
    action: {
      name: formatMessage(locale, "letter_reset_action"),
      href: getStoreUrl(config, locale, `/change-password?token=${token}`),
    },
  });
};

/** Email that tells the customer that their password was changed, and what to do if it was not them. */
const renderPasswordChangedEmail: EmailTemplate = async ({ config }, { locale, storeName }) =>
  renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "letter_password_subject"),
    paragraphs: [
      formatMessage(locale, "letter_password_text", { shop: storeName }),
      formatMessage(locale, "letter_not_you"),
    ],
    action: { name: formatMessage(locale, "letter_to_shop"), href: getStoreUrl(config, locale, "/") },
  });

/** All email templates of this module, by name. */
export const emails = {
  ...confirmationEmails,
  ...newsletterEmails,
  ...secondFactorEmails,
  ...deviceEmails,
  password_reset: renderPasswordResetEmail,
  password_changed: renderPasswordChangedEmail,
} satisfies Record<string, EmailTemplate>;
