import { optionalEmail } from "../../account/message-preferences/optional-email.ts";
import { notify } from "../../notifications/notify.ts";
import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import { getFormatters } from "../../../../design-system/i18n/format.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { lockAbandonedCarts, markReminded } from "./sql.ts";
import { createCartCalculator } from "../cart-calculator.ts";
import { remindAfterHours, remindWithinHours } from "../settings.ts";

const HOUR_MS = 3_600_000;
const BATCH_SIZE = 100;

/**
 * Reminds customers who consented, by notification and by email, of a cart that they abandoned: once per cart, some
 * hours after its last change (a setting), and never if they have ordered since. Carts older than a second setting are
 * skipped.
 * @returns the number of customers reminded
 */
export async function sendCartReminders(app: AppContext): Promise<number> {
  const { db, clock } = app;
  const now = clock.now();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const period = {
    from: hoursAgo(await getSetting(db, remindWithinHours)),
    to: hoursAgo(await getSetting(db, remindAfterHours)),
  };
  let totalSent = 0;
  for (;;) {
    const sentCount = await withTransaction(db, async (tx) => {
      const abandonedCarts = await lockAbandonedCarts(tx, period, BATCH_SIZE);
      await markReminded(
        tx,
        abandonedCarts.map((cart) => cart.customer_id),
        now,
      );
      for (const { customer_id, email, locale } of abandonedCarts) {
        const dedupKey = `abandoned_cart:${customer_id}:${now.toISOString()}`;
        await notify(tx, customer_id, {
          kind: "abandoned_cart",
          title: formatMessage(locale, "abandoned_cart_title"),
          messageHtml: formatMessage(locale, "abandoned_cart_text"),
          actions: [
            {
              name: formatMessage(locale, "abandoned_cart_open"),
              href: localizePath("/cart", locale, "prefix_except_default"),
            },
          ],
          dedupKey,
        });
        const params = { customerId: customer_id };
        await queueEmail(tx, { recipient: email, locale, template: "abandoned_cart", params, dedupKey });
      }
      return abandonedCarts.length;
    });
    totalSent += sentCount;
    if (sentCount < BATCH_SIZE) return totalSent;
  }
}

/**
 * Renders the email with the contents of the cart at the time of sending. Returns null if nothing orderable is left.
 */
const renderReminderEmail: EmailTemplate = async (app, { locale, params, storeName, unsubscribe }) => {
  const { db, clock, config } = app;
  const customerId = Number(params["customerId"]);
  const currency = locale === "ru-RU" ? "RUB" : "USD";
  const { cart_items } = await createCartCalculator(config).getCart(db, {
    customerId,
    locale,
    currency,
    now: clock.now(),
  });
  const items = cart_items.items.filter((item) => item.available_for_order);
  if (items.length === 0) return null;
  const format = getFormatters(locale);
  const rows = items.map(({ product, option_name, qty, price_v2 }) => ({
    name: product.name,
    note: [option_name, `${qty} × ${format.money(price_v2.price, price_v2)}`].filter(Boolean).join(", "),
    value: format.money(price_v2.price_total, price_v2),
    href: getStoreUrl(config, locale, `/${product.link_rewrite}`),
  }));
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "abandoned_cart_title"),
    paragraphs: [formatMessage(locale, "abandoned_cart_text")],
    action: { name: formatMessage(locale, "abandoned_cart_open"), href: getStoreUrl(config, locale, "/cart") },
    sections: [{ title: formatMessage(locale, "email_items"), rows }],
    unsubscribe,
  });
};

/** Emails of this module, by template. */
export const emails: Readonly<Record<string, EmailTemplate>> = {
  abandoned_cart: optionalEmail("reminders", renderReminderEmail),
};

export const jobs: readonly Job[] = [
  { name: "cart.send_reminders", schedule: "23 * * * *", work: async (app) => void (await sendCartReminders(app)) },
];
