import { createHash } from "node:crypto";
import { z } from "zod";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { createSignedToken, verifySignedToken } from "../../platform/crypto/signing.ts";
import { countAttempt } from "../rate-limits.ts";
import { hasConsent } from "./sql.ts";
import { recordConsent } from "./record-consents.ts";
import type { ClientInfo } from "../client-info.ts";
import { refusals } from "../schema.ts";
import { findCredentials } from "../passwords/sql.ts";
import { markEmailVerified } from "../emails/sql.ts";

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** A second request within this time sends no second email. */
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
  await countAttempt(db, "newsletter_per_ip_address", ip, now);
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

/** Creates the token of the link that confirms a subscription. */
export async function createSubscriptionToken(
  db: Db,
  subscription: z.infer<typeof subscriptionSchema>,
): Promise<string> {
  return createSignedToken(db, PURPOSE, JSON.stringify(subscription));
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
    await countAttempt(db, "email_link_per_ip_address", ip, now);
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
