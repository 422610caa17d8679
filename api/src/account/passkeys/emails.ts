import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";

const eventSchema = z.object({ event: z.enum(["added", "removed"]), name: z.string() });
export type PasskeyEvent = z.infer<typeof eventSchema>;

/** Email about a passkey that was added or removed. */
const renderPasskeyEmail: EmailTemplate = async ({ config }, { locale, params, storeName }) => {
  const { event, name } = eventSchema.parse(params);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `email_passkey_${event}_subject`),
    paragraphs: [
      formatMessage(locale, `email_passkey_${event}_text`, { name, shop: storeName }),
      formatMessage(locale, "email_not_you"),
    ],
    action: {
      name: formatMessage(locale, "email_to_security"),
      href: getStoreUrl(config, locale, "/profile/security"),
    },
  });
};

export const passkeyEmails = { passkey: renderPasskeyEmail } satisfies Record<string, EmailTemplate>;
