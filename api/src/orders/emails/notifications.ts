import { notify } from "../../notifications/notify.ts";
import type { Tx } from "../../platform/db/database.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { OrderChangedEvent, OrderEventHandler } from "../../platform/order-events.ts";
import type { OrderStatus } from "../schema.ts";
import { type OrderContact, getOrderContact } from "../sql.ts";
import { emailEvents, type OrderEvent } from "./email-events.ts";
import { createOrderParams } from "./order-params.ts";

/**
 * Notifies the customer of an order about an event, by a site notification and by email, once each (deduplicated by
 * order and event) and within the caller's transaction. Both use the language in which the order was placed, because
 * the caller may be a webhook without a language. Does nothing if the customer's account is deleted.
 * See docs/domain/notifications.md.
 */
async function notifyCustomer(db: Tx, orderId: number, event: OrderEvent): Promise<void> {
  const contact = await getOrderContact(db, orderId);
  if (contact) await notifyContact(db, contact, orderId, event);
}

/** Same as `notifyCustomer`, for a caller that has already loaded the contact. */
async function notifyContact(db: Tx, contact: OrderContact, orderId: number, event: OrderEvent): Promise<void> {
  const { customer_id, email, locale } = contact;
  const params = createOrderParams(orderId, contact);
  const dedupKey = `order:${orderId}:${event}`;
  await notify(db, customer_id, {
    kind: `order_${event}`,
    title: formatMessage(locale, `order_notification_${event}_title`, params),
    messageHtml: formatMessage(locale, `order_notification_${event}_text`, params),
    actions: [
      {
        name: formatMessage(locale, "order_open"),
        href: localizePath(`/profile/orders/${orderId}`, locale, "prefix_except_default"),
      },
    ],
    dedupKey,
  });
  // The email about a parcel is that of the main order, which names the orders that are sent with it.
  if (event === "shipped" && contact.main_order_id !== orderId) return;
  if (emailEvents.some((one) => one === event))
    await queueEmail(db, { recipient: email, locale, template: `order_${event}`, params: { orderId }, dedupKey });
}

const alone = (orderId: number) => ({ main_order_id: orderId, joined_orders: [] });

const notifyOfStatus =
  (status: OrderStatus) =>
  async (db: Tx, { order }: OrderChangedEvent): Promise<void> =>
    notifyCustomer(db, order.id, status);

/** Notifies the customer of every change of an order. */
export const orderNotificationEvents: OrderEventHandler = {
  onPlaced: async (db, { orderId, customerId, email, locale, totalMinor }) => {
    // An order with nothing to pay is marked paid at once, and its notification is sent then.
    if (email !== null && totalMinor > 0)
      await notifyContact(
        db,
        {
          ...{ customer_id: customerId, email, locale, tracking_number: null, shipped_numbers: [] },
          ...{ total_minor: totalMinor, loyalty_minor: 0, gift_card_minor: 0, is_refunded_outside: false },
          ...alone(orderId),
        },
        orderId,
        "awaiting_payment",
      );
  },
  onPaid: notifyOfStatus("paid"),
  onPacking: notifyOfStatus("packing"),
  onShipped: notifyOfStatus("shipped"),
  onDelivered: async (db, { order }) => {
    // For an order that contains only gift cards, the gift card emails replace this notification.
    if (order.products_minor > 0) await notifyCustomer(db, order.id, "delivered");
  },
  onCanceled: async (db, { order, cause }) =>
    notifyCustomer(db, order.id, cause === "expired" ? "expired" : "cancelled"),
  onReturned: notifyOfStatus("returned"),
  onRefunded: notifyOfStatus("refunded"),
};
