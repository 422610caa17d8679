import { notify, withdrawNotification } from "../../notifications/notify.ts";
import type { Config } from "../../platform/config.ts";
import type { Tx } from "../../platform/db/database.ts";
import { escapeHtml } from "../../../../design-system/text/html.ts";
import { refuse } from "../../platform/http/errors.ts";
import { queueEmail, withdrawEmail } from "../../platform/mail/email-queue.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { refusals } from "../admin-schema.ts";
import type { UserContent } from "./moderation-sql.ts";
import type { ContentEmailParams, ModerationEventKind } from "./emails.ts";

/** A moderation result to notify the author about. */
export type ModerationEvent = {
  kind: ModerationEventKind;
  content: UserContent & { notify?: boolean };
  texts: { answer?: string; reason?: string; question?: string };
  now: Date;
};

/** How long the email of a decision waits, so that the decision can be undone. */
const EMAIL_DELAY_MS = 30_000;

/** How an author is notified: the key of notification and email, and when the email is sent; null without an email. */
export type AuthorNotification = Readonly<{ key: string; emailAt: Date | null }>;

/**
 * Notifies an author by a site notification and, 30 seconds later, by email, in the language they wrote in, within the
 * caller's transaction. No email is sent if the author opted out for the question or deleted their account.
 */
export async function notifyAuthor(
  db: Tx,
  config: Config,
  { kind, content, texts, now }: ModerationEvent,
): Promise<AuthorNotification> {
  const { id, locale, customer_id: customerId } = content;
  const params = { product: content.product_name, question: "", answer: "", reason: "", ...texts };
  const path = localizePath(getContentPath(kind, content.slug), locale, config.localeStrategy);
  const key = `${kind}:${id}:${now.getTime()}`;
  await notify(db, customerId, {
    kind,
    title: formatMessage(locale, `${kind}_title`),
    messageHtml: formatMessage(locale, `${kind}_text`, escapeParams(params)),
    actions: [{ name: formatMessage(locale, `${kind}_action`), href: path }],
    dedupKey: key,
  });
  if (!content.is_reachable || content.notify === false) return { key, emailAt: null };
  const emailParams: ContentEmailParams = { kind, params, path };
  const emailAt = new Date(now.getTime() + EMAIL_DELAY_MS);
  await queueEmail(
    db,
    { recipient: content.email, locale, template: "moderation_result", params: emailParams, dedupKey: key },
    { after: emailAt },
  );
  return { key, emailAt };
}

/**
 * Withdraws the notification and the email about a decision that is undone.
 * @throws Refusal `undo_email_sent` if the author has the email already
 */
export async function withdrawAuthorNotification(db: Tx, customerId: number, key: string): Promise<void> {
  if (!(await withdrawEmail(db, key))) throw refuse(refusals, "undo_email_sent");
  await withdrawNotification(db, customerId, key);
}

/** Returns the path where the content can be read or corrected. */
function getContentPath(kind: ModerationEvent["kind"], slug: string): string {
  if (kind.endsWith("_rejected") || kind === "review_change_requested") return "/profile/reviews";
  return `/${slug}#${kind.startsWith("review") ? "reviews" : "questions"}`;
}

function escapeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(value)]));
}
