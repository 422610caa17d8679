import { notify } from "../../notifications/notify.ts";
import type { Config } from "../../platform/config.ts";
import type { Tx } from "../../platform/db/database.ts";
import { escapeHtml } from "../../../../design-system/text/html.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { UserContent } from "./moderation-sql.ts";
import type { ContentEmailParams, ModerationEventKind } from "./emails.ts";

/** A moderation result to notify the author about. */
export type ModerationEvent = {
  kind: ModerationEventKind;
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
  await queueEmail(db, {
    recipient: content.email,
    locale,
    template: "moderation_result",
    params: emailParams,
    dedupKey,
  });
}

/** Returns the path where the content can be read or corrected. */
function getContentPath(kind: ModerationEvent["kind"], slug: string): string {
  if (kind.endsWith("_rejected")) return "/profile/reviews";
  return `/${slug}#${kind.startsWith("review") ? "reviews" : "questions"}`;
}

function escapeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(value)]));
}
