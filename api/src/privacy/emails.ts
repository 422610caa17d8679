import { renderEmail } from "../branding/email-layout.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { formatMessage } from "../platform/i18n/messages.ts";

/** The last email to a customer: their account is deleted. The recipient is erased as soon as it is sent. */
const renderAccountDeletedEmail: EmailTemplate = async (_app, { locale, storeName }) => ({
  ...renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_account_deleted_subject"),
    paragraphs: [
      formatMessage(locale, "email_account_deleted_text", { shop: storeName }),
      formatMessage(locale, "email_account_deleted_kept"),
    ],
  }),
  shouldEraseRecipient: true,
});

export const emails = { account_deleted: renderAccountDeletedEmail } satisfies Record<string, EmailTemplate>;
