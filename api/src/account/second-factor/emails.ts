import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";

/**
 * `off_by_shop`: turned off by staff because the customer had lost everything. `left`: remaining recovery codes after
 * one was used.
 */
const eventSchema = z.discriminatedUnion("what", [
  z.object({ what: z.enum(["on", "off", "off_by_shop", "codes_made"]) }),
  z.object({ what: z.literal("code_used"), left: z.int() }),
]);
export type SecondFactorEvent = z.infer<typeof eventSchema>;

const renderSecondFactorEmail: EmailTemplate = async ({ config }, { locale, params, storeName }) => {
  const securityEvent = eventSchema.parse(params);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `email_second_factor_${securityEvent.what}_subject`),
    paragraphs: [
      formatMessage(
        locale,
        `email_second_factor_${securityEvent.what}_text`,
        "left" in securityEvent ? { left: securityEvent.left, shop: storeName } : { shop: storeName },
      ),
      formatMessage(locale, securityEvent.what === "off_by_shop" ? "email_second_factor_again" : "email_not_you"),
    ],
    action: {
      name: formatMessage(locale, "email_to_security"),
      href: getStoreUrl(config, locale, "/profile/security"),
    },
  });
};

export const secondFactorEmails = { second_factor: renderSecondFactorEmail } satisfies Record<string, EmailTemplate>;
