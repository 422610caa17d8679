import { createHash } from "node:crypto";
import { z } from "zod";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { renderEmail, getStoreUrl } from "../../branding/email-layout.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { type EmailTemplate, queueEmail } from "../../platform/mail/mailer.ts";
import { verifySignedToken, createSignedToken } from "../../platform/crypto/signing.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { countAttempt } from "../rate-limits.ts";
import { hasConsent } from "./sql.ts";
import { recordConsent, type EmailPurpose, createUnsubscribeToken } from "./service.ts";
import type { ClientInfo } from "../client-info.ts";
import { refusals } from "../schema.ts";
import { findCredentials } from "../passwords/sql.ts";
import { markEmailVerified } from "../emails/sql.ts";

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const COOLDOWN_MS = 60 * 1000;
const PURPOSE = "newsletter.confirm";
const subscriptionSchema = z.object({ email: z.string(), at: z.number(), form: z.string() });

/**
 * Sends a confirmation email for the newsletter (double opt-in); until it is confirmed, nothing but the queued email is
 * stored. The response is the same if the address is already subscribed. Refuses `too_many_requests`.
 */
export async function requestSubscription(
  db: Db,
  { email, form }: { email: string; form: string },
  { ip, locale, now }: ClientInfo,
): Promise<void> {
  await countAttempt(db, "newsletter_per_address", ip, now);
  await countAttempt(db, "newsletter_per_account", email, now);
  const emailHash = createHash("sha256").update(email).digest("base64url");
  await withTransaction(db, (db) =>
    queueEmail(db, {
      recipient: email,
      locale,
      template: "newsletter_confirmation",
      params: { form },
      dedupKey: `newsletter_confirmation:${emailHash}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
    }),
  );
}

/**
 * Confirms a newsletter subscription: records the consent once and queues the welcome email. If a customer has the
 * address, it counts as confirmed. Refuses `link_broken` (invalid signature, or older than a week) and
 * `too_many_requests`.
 */
export async function confirmSubscription(db: Db, token: string, clientInfo: ClientInfo): Promise<void> {
  const { ip, locale, now } = clientInfo;
  const signed = await verifySignedToken(db, PURPOSE, token);
  const subscription = signed === null ? null : subscriptionSchema.parse(JSON.parse(signed));
  if (!subscription || now.getTime() - subscription.at > LINK_LIFETIME_MS) {
    await countAttempt(db, "reset_link_per_address", ip, now);
    throw refuse(refusals, "link_broken");
  }
  const { email, form } = subscription;
  await withTransaction(db, async (db) => {
    const customer = await findCredentials(db, email);
    if (customer) await markEmailVerified(db, customer.id, now, email);
    if (await hasConsent(db, email, "newsletter")) return;
    const id = await recordConsent(db, { id: customer?.id ?? null, email }, "newsletter", form, clientInfo);
    await queueEmail(db, {
      recipient: email,
      locale,
      template: "newsletter_welcome",
      dedupKey: `newsletter_welcome:${id}`,
    });
  });
}

/** Email that asks to confirm the subscription. Null if the address is already subscribed. */
const renderSubscriptionConfirmation: EmailTemplate = async (
  { db, clock, config },
  { recipient, locale, params, storeName },
) => {
  if (await hasConsent(db, recipient, "newsletter")) return null;
  const payload = { email: recipient, at: clock.now().getTime(), form: z.string().parse(params["form"]) };
  const token = await createSignedToken(db, PURPOSE, JSON.stringify(payload));
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

/** Welcome email after the confirmation. Null if the address has been unsubscribed meanwhile. */
const renderWelcomeEmail: EmailTemplate = async (app, { recipient, locale, storeName }) => {
  if (!(await hasConsent(app.db, recipient, "newsletter"))) return null;
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_welcome_subject"),
    paragraphs: [formatMessage(locale, "email_welcome_text")],
    action: { name: formatMessage(locale, "email_to_shop"), href: getStoreUrl(app.config, locale, "/new-products") },
    unsubscribe: await createUnsubscribeLink(app, "newsletter", { recipient, locale }),
  });
};

/** Returns the unsubscribe link for the footer of an email. */
export async function createUnsubscribeLink(
  { db, config }: Pick<AppContext, "db" | "config">,
  purpose: EmailPurpose,
  { recipient, locale }: { recipient: string; locale: Locale },
): Promise<{ name: string; href: string }> {
  const token = await createUnsubscribeToken(db, purpose, recipient);
  return {
    name: formatMessage(locale, "email_unsubscribe"),
    href: getStoreUrl(config, locale, `/user/unsubscribe?token=${token}`),
  };
}

export const newsletterEmails = {
  newsletter_confirmation: renderSubscriptionConfirmation,
  newsletter_welcome: renderWelcomeEmail,
} satisfies Record<string, EmailTemplate>;
