import { z } from "zod";
import { optionalEmail } from "../../account/message-preferences/optional-email.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";

const moderationEvents = [
  "review_published",
  "review_answered",
  "review_rejected",
  "review_change_requested",
  "question_published",
  "question_answered",
  "question_rejected",
] as const;
export type ModerationEventKind = (typeof moderationEvents)[number];

const contentEmailParams = z.object({
  kind: z.enum(moderationEvents),
  params: z.record(z.string(), z.string()),
  path: z.string(),
});
export type ContentEmailParams = z.infer<typeof contentEmailParams>;

const renderContentEmail: EmailTemplate = async (
  { config },
  { locale, params: storedParams, storeName, unsubscribe },
) => {
  const { kind, params, path } = contentEmailParams.parse(storedParams);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `${kind}_title`),
    paragraphs: [
      formatMessage(locale, `${kind}_text`, params),
      formatMessage(locale, "review_email_reason", { shop: storeName }),
    ],
    action: { name: formatMessage(locale, `${kind}_action`), href: config.publicUrl + path },
    unsubscribe,
  });
};

/** The email templates of this module, by name. */
export const emails = { moderation_result: optionalEmail("replies", renderContentEmail) } satisfies Record<
  string,
  EmailTemplate
>;
