import { z } from "zod";
import { optionalEmail } from "../account/message-preferences/optional-email.ts";
import { canSendEmail } from "../account/message-preferences/service.ts";
import { notify } from "../notifications/notify.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { renderEmail } from "../branding/email-layout.ts";
import { getStoreUrl } from "../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { formatStoreDate } from "../platform/i18n/store-dates.ts";
import { getLoyaltyAccount } from "./service.ts";
import { remindDays } from "./settings.ts";
import { listAccountsExpiringBetween } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCALE = "ru-RU";

/**
 * Reminds customers of points that expire soon, once per expiry date: by notification, and by email if they consented
 * to reminders. Loyalty messages exist in Russian only (docs/domain/loyalty.md).
 * @returns the number of customers with such points, also those who were reminded before
 */
export async function sendExpiryReminders({ db, clock }: AppContext): Promise<number> {
  const now = clock.now();
  const until = new Date(now.getTime() + (await getSetting(db, remindDays)) * DAY_MS);
  const accounts = await listAccountsExpiringBetween(db, now, until);
  for (const { customerId, email, endsAt } of accounts) {
    const dedupKey = `points_expiring:${customerId}:${endsAt.toISOString().slice(0, 10)}`;
    const expiring = await findExpiringPoints(db, customerId, now);
    if (!expiring) continue;
    await withTransaction(db, async (db) => {
      await notify(db, customerId, {
        kind: "points_expiring",
        title: formatMessage(LOCALE, "loyalty_expiring_subject", expiring),
        messageHtml: formatMessage(LOCALE, "loyalty_expiring_text"),
        actions: [{ name: formatMessage(LOCALE, "loyalty_expiring_action"), href: "/best-sales" }],
        dedupKey,
      });
      if (await canSendEmail(db, "reminders", email))
        await queueEmail(db, {
          recipient: email,
          locale: LOCALE,
          template: "points_expiring",
          params: { customerId },
          dedupKey,
        });
    });
  }
  return accounts.length;
}

/** Finds the points of a customer that expire next, as variables of the messages; null if none expire. */
async function findExpiringPoints(db: AppContext["db"], customerId: number, now: Date) {
  const { ends_next: next } = await getLoyaltyAccount(db, customerId, { locale: LOCALE, now });
  return next && { count: next.amount, date: formatStoreDate(new Date(next.at), LOCALE, { includeYear: false }) };
}

/**
 * Renders the email with the customer's points at the time of sending. Returns null if they were spent or have expired.
 */
const renderExpiryEmail: EmailTemplate = async (app, { params, storeName, unsubscribe }) => {
  const { customerId } = z.object({ customerId: z.int() }).parse(params);
  const expiring = await findExpiringPoints(app.db, customerId, app.clock.now());
  if (!expiring) return null;
  return renderEmail({
    locale: LOCALE,
    storeName,
    subject: formatMessage(LOCALE, "loyalty_expiring_subject", expiring),
    paragraphs: [formatMessage(LOCALE, "loyalty_expiring_text")],
    action: {
      name: formatMessage(LOCALE, "loyalty_expiring_action"),
      href: getStoreUrl(app.config, LOCALE, "/best-sales"),
    },
    unsubscribe,
  });
};

export const emails = { points_expiring: optionalEmail("reminders", renderExpiryEmail) } satisfies Record<
  string,
  EmailTemplate
>;
