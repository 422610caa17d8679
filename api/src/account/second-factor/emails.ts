import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";

/**
 * `disabled_by_staff`: turned off by staff because the customer had lost everything. `left`: remaining
 * recovery codes after one was used.
 */
const eventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.enum(["enabled", "disabled", "disabled_by_staff", "recovery_codes_created"]) }),
  z.object({ event: z.literal("recovery_code_used"), left: z.int() }),
]);
export type SecondFactorEvent = z.infer<typeof eventSchema>;

const renderSecondFactorEmail: EmailTemplate = async ({ config }, { locale, params, storeName }) => {
  const securityEvent = eventSchema.parse(params);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `email_second_factor_${securityEvent.event}_subject`),
    paragraphs: [
      formatMessage(
        locale,
        `email_second_factor_${securityEvent.event}_text`,
        "left" in securityEvent ? { left: securityEvent.left, shop: storeName } : { shop: storeName },
      ),
      formatMessage(
        locale,
        securityEvent.event === "disabled_by_staff" ? "email_second_factor_again" : "email_not_you",
      ),
    ],
    action: {
      name: formatMessage(locale, "email_to_security"),
      href: getStoreUrl(config, locale, "/profile/security"),
    },
  });
};

export const secondFactorEmails = { second_factor: renderSecondFactorEmail } satisfies Record<string, EmailTemplate>;
