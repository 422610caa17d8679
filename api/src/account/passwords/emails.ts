import { withTransaction } from "../../platform/db/database.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { generateToken, hashToken } from "../../platform/crypto/tokens.ts";
import { findCredentials, insertPasswordReset } from "./sql.ts";

const LINK_LIFETIME_MS = 60 * 60 * 1000;

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
    subject: formatMessage(locale, "email_reset_subject", { shop: storeName }),
    paragraphs: [formatMessage(locale, "email_reset_requested"), formatMessage(locale, "email_reset_validity")],
    action: {
      name: formatMessage(locale, "email_reset_action"),
      href: getStoreUrl(config, locale, `/change-password?token=${token}`),
    },
  });
};

/** Email that tells the customer that their password was changed, and what to do if it was not them. */
const renderPasswordChangedEmail: EmailTemplate = async ({ config }, { locale, storeName }) =>
  renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_password_subject"),
    paragraphs: [
      formatMessage(locale, "email_password_text", { shop: storeName }),
      formatMessage(locale, "email_not_you"),
    ],
    action: { name: formatMessage(locale, "email_to_shop"), href: getStoreUrl(config, locale, "/") },
  });

export const passwordEmails = {
  password_reset: renderPasswordResetEmail,
  password_changed: renderPasswordChangedEmail,
} satisfies Record<string, EmailTemplate>;
