import { accountOrderEvents } from "./account/email-sign-in/order-events.ts";
import { cartOrderEvents } from "./cart/order-events.ts";
import { fulfillmentOrderEvents } from "./fulfillment/order-events.ts";
import { giftCardOrderEvents } from "./gift-cards/order-events.ts";
import { loyaltyOrderEvents } from "./loyalty/order-events.ts";
import { orderEditEvents } from "./order-edits/order-events.ts";
import { orderNotificationEvents } from "./orders/emails/notifications.ts";
import { paymentNotificationEvents } from "./payments/notifications/notifications.ts";
import { paymentStaffNotificationEvents } from "./payments/notifications/staff-notifications.ts";
import type { OrderEventHandler } from "./platform/order-events.ts";
import { promoCodeOrderEvents } from "./promotions/promo-codes/order-events.ts";

/**
 * Every module that reacts to a change of an order, in the order in which they are called. They lock the rows of stock, promo
 * code, gift card and loyalty points in the same order as checkout (`loadCartForOrder`), so that transactions cannot
 * wait for each other in a circle.
 */
export const orderEventHandlers: readonly OrderEventHandler[] = [
  accountOrderEvents,
  orderEditEvents,
  orderNotificationEvents,
  paymentNotificationEvents,
  paymentStaffNotificationEvents,
  promoCodeOrderEvents,
  giftCardOrderEvents,
  loyaltyOrderEvents,
  fulfillmentOrderEvents,
  cartOrderEvents,
];
