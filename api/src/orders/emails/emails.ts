import { optionalEmail } from "../../account/message-preferences/optional-email.ts";
import { createFirstPasswordLink } from "../../account/passwords/first-password-link.ts";
import { getCurrency } from "../../money/service.ts";
import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { type EmailSection, renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatStoreDateTime } from "../../platform/i18n/store-dates.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { type EmailEvent, emailEvents } from "./email-events.ts";
import { listOrderGiftCards } from "../../gift-cards/purchases/purchases.ts";
import {
  buildGiftCardsSection,
  buildDeliverySections,
  buildItemsSection,
  buildTotalsSection,
} from "./email-sections.ts";
import { formatOrderNumber } from "../order-number.ts";
import { isIdentityMissing } from "../identity/sql.ts";
import { findOrder, type OrderRow } from "../sql.ts";
import { noteEmail } from "../staff/note-email.ts";
import { getTrackingUrl, listTrackingNumbers } from "../status/tracking.ts";
import { isFirstOrder } from "./first-order-sql.ts";
import { createOrderParams } from "./order-params.ts";

const eventsWithDelivery: ReadonlySet<EmailEvent> = new Set(["awaiting_payment", "paid", "shipped"]);

/** The events of the whole parcel, also of the orders that are sent with the order. */
const joinedEvents: ReadonlySet<EmailEvent> = new Set(["shipped", "delivered"]);

/**
 * Returns the email template of an order event. The email is rendered from the order itself: in its language, currency
 * and prices, whatever the shop's current ones are. The template returns null if the order does not exist.
 */
const createOrderEmail =
  (event: EmailEvent): EmailTemplate =>
  async ({ db, config, clock }, { params, recipient, storeName, unsubscribe }) => {
    const order = await findOrder(db, Number(params["orderId"]));
    // An order with a total of 0 is paid when it is placed: only the email `paid` is sent.
    if (!order || (event === "awaiting_payment" && order.total_minor === 0)) return null;
    const [currency, giftCards] = await Promise.all([
      getCurrency(db, order.currency),
      order.purchased_gift_cards_minor > 0 && event !== "delivered" ? listOrderGiftCards(db, order.id) : [],
    ]);
    const { locale, lines } = order;
    const isManual = order.source === "manual";
    const getUrl = (path: string) => getStoreUrl(config, locale, path);
    const orderParams = createOrderParams(order.id, order);
    const orderLink = { name: formatMessage(locale, "order_open"), href: getUrl(`/profile/orders/${order.id}`) };
    const action = getPrimaryAction(event, order, config);
    const requests = event === "paid" ? await buildRequests({ db, clock }, order, recipient) : noRequests;
    const sections: EmailSection[] = [
      ...(lines.length > 0
        ? [
            buildItemsSection(lines, currency, locale, (slug) =>
              getUrl(`/${slug}${event === "delivered" ? "#reviews" : ""}`),
            ),
          ]
        : []),
      ...(giftCards.length > 0 ? [buildGiftCardsSection(giftCards, currency, locale, getUrl)] : []),
      ...(event === "delivered" ? [] : [buildTotalsSection(order, currency)]),
      ...(eventsWithDelivery.has(event) ? buildDeliverySections(order) : []),
    ];
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `order_notification_${event}_title`, orderParams),
      paragraphs: [
        formatMessage(
          locale,
          event === "awaiting_payment" && isManual ? "email_order_manual" : `email_order_${event}`,
          {
            ...orderParams,
            until: formatStoreDateTime(order.pay_until, order.locale),
            was: order.paid_at === null ? "unpaid" : orderParams.refunded_to === "balance" ? "balance" : "paid",
            replaced: order.replaces_order_id === null ? "none" : formatOrderNumber(order.replaces_order_id),
          },
        ),
        ...(orderParams.joined !== "none" && joinedEvents.has(event)
          ? [formatMessage(locale, "email_order_joined", orderParams)]
          : []),
        ...requests.paragraphs,
      ],
      action: action ?? orderLink,
      sections,
      links: [
        ...(action ? [orderLink] : []),
        ...requests.links.map(({ name, path }) => ({ name, href: getUrl(path) })),
      ],
      unsubscribe,
    });
  };

type Requests = Readonly<{ paragraphs: string[]; links: { name: string; path: string }[] }>;

const noRequests: Requests = { paragraphs: [], links: [] };

/** Returns what the email of a paid order asks of the customer: what customs needs, and with the first order a password. */
async function buildRequests(
  app: Pick<AppContext, "db" | "clock">,
  order: OrderRow,
  recipient: string,
): Promise<Requests> {
  const { id, locale, customer_id: customerId } = order;
  const isMissing = await isIdentityMissing(app.db, id);
  const isFirst = await isFirstOrder(app.db, order);
  const path = isFirst ? await createFirstPasswordLink(app, { customerId, recipient }) : null;
  return {
    paragraphs: isMissing ? [formatMessage(locale, "email_order_identity")] : [],
    links: path === null ? [] : [{ name: formatMessage(locale, "email_set_password"), path }],
  };
}

/** Returns the primary action of the email if it is not to view the order, otherwise null. */
function getPrimaryAction(event: EmailEvent, order: OrderRow, config: Config) {
  const { locale, payment_id, source } = order;
  const [trackingNumber, ...others] = listTrackingNumbers(order);
  if (event === "awaiting_payment" && payment_id !== null)
    return {
      name: formatMessage(locale, "order_pay"),
      // Whoever staff order for may have no password yet.
      href: getStoreUrl(config, locale, `/${source === "manual" ? "jpcart" : "user"}/payment/${payment_id}`),
    };
  // With several parcels, the page of the order leads to each of them.
  if (event === "shipped" && trackingNumber !== undefined && others.length === 0)
    return { name: formatMessage(locale, "order_track"), href: getTrackingUrl(trackingNumber) };
  return null;
}

/** The email templates of this module, by name. Those of a parcel can be switched off. */
export const emails: Readonly<Record<string, EmailTemplate>> = {
  ...Object.fromEntries(emailEvents.map((event) => [`order_${event}`, createOrderEmail(event)])),
  order_shipped: optionalEmail("parcel", createOrderEmail("shipped")),
  order_delivered: optionalEmail("parcel", createOrderEmail("delivered")),
  order_note: noteEmail,
};
