import { z } from "zod";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { refundDestinations } from "../../platform/order-events.ts";
import { findPayer, type Payer } from "./notification-sql.ts";
import { type NotificationEvent, canStillPay, buildTextParams } from "./notifications.ts";

const emailParams = z.object({
  paymentId: z.string(),
  amountMinor: z.number(),
  /** Emails that an older release has queued have none. */
  destination: z.enum(refundDestinations).default("payment_method"),
});

/**
 * Returns an email template. It is rendered when the email is sent: a payment that succeeded by then is not reported as
 * failed.
 */
const createPaymentEmail =
  (event: NotificationEvent, path: (payer: Payer) => string): EmailTemplate =>
  async ({ db, clock, config }: AppContext, { params, storeName }) => {
    const { paymentId, amountMinor, destination } = emailParams.parse(params);
    const payer = await findPayer(db, paymentId);
    if (!payer || (event === "failed" && !canStillPay(payer, clock.now()))) return null;
    const { locale } = payer;
    const textParams = buildTextParams(payer, { amountMinor, destination });
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `payment_notification_${event}_title`, textParams),
      paragraphs: [
        formatMessage(locale, `payment_notification_${event}_text`, textParams),
        formatMessage(locale, `payment_notification_${event}_more`, textParams),
      ],
      action: {
        name: formatMessage(locale, `payment_notification_${event}_action`),
        href: getStoreUrl(config, locale, path(payer)),
      },
    });
  };

/** The email templates of this module, by name. */
export const emails = {
  payment_failed: createPaymentEmail("failed", ({ id }) => `/user/payment/${id}`),
  payment_refunded: createPaymentEmail("refunded", ({ order_id }) => `/profile/orders/${order_id}`),
} satisfies Record<string, EmailTemplate>;
