import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { optionalEmail } from "../message-preferences/optional-email.ts";
import { hasConsent } from "./sql.ts";
import { createSubscriptionToken } from "./newsletter.ts";

/** Email that asks to confirm the subscription. Null if the address is already subscribed. */
const renderSubscriptionConfirmation: EmailTemplate = async (
  { db, clock, config },
  { recipient, locale, params, storeName },
) => {
  if (await hasConsent(db, recipient, "newsletter")) return null;
  const token = await createSubscriptionToken(db, {
    email: recipient,
    at: clock.now().getTime(),
    form: z.string().parse(params["form"]),
  });
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_newsletter_subject"),
    paragraphs: [
      formatMessage(locale, "email_newsletter_requested", { shop: storeName }),
      formatMessage(locale, "email_newsletter_not_you"),
    ],
    action: {
      name: formatMessage(locale, "email_newsletter_action"),
      href: getStoreUrl(config, locale, `/user/newsletter?token=${token}`),
    },
  });
};

/** Welcome email after the confirmation. */
const renderWelcomeEmail: EmailTemplate = async ({ config }, { locale, storeName, unsubscribe }) =>
  renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_welcome_subject"),
    paragraphs: [formatMessage(locale, "email_welcome_text")],
    action: { name: formatMessage(locale, "email_to_shop"), href: getStoreUrl(config, locale, "/new-products") },
    unsubscribe,
  });

export const newsletterEmails = {
  newsletter_confirmation: renderSubscriptionConfirmation,
  newsletter_welcome: optionalEmail("newsletter", renderWelcomeEmail),
} satisfies Record<string, EmailTemplate>;
