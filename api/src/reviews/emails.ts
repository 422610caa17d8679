import { z } from "zod";
import { notify } from "../notifications/service.ts";
import type { Config } from "../platform/config.ts";
import type { Tx } from "../platform/db/database.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import { renderEmail } from "../branding/email-layout.ts";
import { type EmailTemplate, queueEmail } from "../platform/mail/mailer.ts";
import { localizePath } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { UserContent } from "./moderation-sql.ts";

const moderationEvents = [
  "review_published",
  "review_answered",
  "review_rejected",
  "question_published",
  "question_answered",
  "question_rejected",
] as const;

/** A moderation result to notify the author about. */
export type ModerationEvent = {
  kind: (typeof moderationEvents)[number];
  content: UserContent & { notify?: boolean };
  texts: { answer?: string; reason?: string; question?: string };
  now: Date;
};

/** Events that can happen repeatedly for the same content, each with its own notification. */
const repeatableEvents = new Set<string>([
  "review_answered",
  "review_rejected",
  "question_answered",
  "question_rejected",
]);

/**
 * Notifies an author by a site notification and by email, in the language they wrote in, within the caller's
 * transaction. No email is sent if the author opted out for the question or deleted their account.
 */
export async function notifyAuthor(
  db: Tx,
  config: Config,
  { kind, content, texts, now }: ModerationEvent,
): Promise<void> {
  const { id, locale, customer_id: customerId } = content;
  const params = { product: content.product_name, question: "", answer: "", reason: "", ...texts };
  const path = localizePath(getContentPath(kind, content.slug), locale, config.localeStrategy);
  const dedupKey = `${kind}:${id}${repeatableEvents.has(kind) ? `:${now.getTime()}` : ""}`;
  await notify(db, customerId, {
    kind,
    title: formatMessage(locale, `${kind}_title`),
    messageHtml: formatMessage(locale, `${kind}_text`, escapeParams(params)),
    actions: [{ name: formatMessage(locale, `${kind}_action`), href: path }],
    dedupKey,
  });
  if (!content.is_reachable || content.notify === false) return;
  const emailParams: ContentEmailParams = { kind, params, path };
  await queueEmail(db, { recipient: content.email, locale, template: "opinion", params: emailParams, dedupKey });
}

/** Returns the path where the content can be read or corrected. */
function getContentPath(kind: ModerationEvent["kind"], slug: string): string {
  if (kind.endsWith("_rejected")) return "/profile/reviews";
  return `/${slug}#${kind.startsWith("review") ? "reviews" : "questions"}`;
}

function escapeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(value)]));
}

const contentEmailParams = z.object({
  kind: z.enum(moderationEvents),
  params: z.record(z.string(), z.string()),
  path: z.string(),
});
type ContentEmailParams = z.infer<typeof contentEmailParams>;

const renderContentEmail: EmailTemplate = async ({ config }, { locale, params: storedParams, storeName }) => {
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
  });
};

/** The email templates of this module, by name. */
export const emails = { opinion: renderContentEmail } satisfies Record<string, EmailTemplate>;
