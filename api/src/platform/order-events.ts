import type { Tx } from "./db/database.ts";
import type { Locale } from "./i18n/locale.ts";

/** What a new order is paid with besides money. */
export type RedeemedAdjustments = Readonly<{
  promoCodeId: number | null;
  /** The gift card, and what it pays in kopecks. */
  giftCard: Readonly<{ id: number; amountMinor: number }> | null;
  /** Number of loyalty points. */
  points: number;
}>;

/** An order that is about to be stored. */
export type OrderPlacingEvent = Readonly<{
  customerId: number;
  /** Null for an order of gift cards alone. */
  recipient: Readonly<{ first_name: string; last_name: string; phone_mobile: string }> | null;
}>;

/** Whose order it is, and whether they stay signed in. */
export type OrderingCustomer = Readonly<{ email: string; isSignedIn: boolean }>;

export type OrderPlacedEvent = Readonly<{
  orderId: number;
  customerId: number;
  /** Null if the customer's account is deleted. */
  email: string | null;
  locale: Locale;
  /** What remains to be paid, in minor units of the order's currency. */
  totalMinor: number;
  redeemed: RedeemedAdjustments;
  /** False for an order that staff place: the customer's cart is not part of it. */
  isFromCart: boolean;
  now: Date;
}>;

/** An order whose status changes; amounts in minor units of its currency. */
export type ChangedOrder = Readonly<{
  id: number;
  customer_id: number;
  /** The language in which it was placed. */
  locale: Locale;
  /** The decimals of its currency. */
  minor_digits: number;
  /** The exchange rate stored with the order. */
  rub_per_unit: string;
  products_minor: number;
  discount_minor: number;
  loyalty_minor: number;
  /** Total of the gift cards bought with the order. */
  purchased_gift_cards_minor: number;
}>;

export type OrderChangedEvent = Readonly<{
  order: ChangedOrder;
  /** Why the order was canceled; null for other changes. */
  cause: "shop" | "customer" | "expired" | null;
  now: Date;
}>;

/** What was refunded of an order so far: `refundedMinor` of `paidMinor`, in minor units of its currency. */
export type PartialRefundEvent = Readonly<{
  order: ChangedOrder;
  refund: Readonly<{ refundedMinor: number; paidMinor: number }>;
  now: Date;
}>;

/** The difference that an edit of an order adds was paid. */
export type OrderEditPaidEvent = Readonly<{ orderId: number; paymentId: string; now: Date }>;

export type PaymentDeclinedEvent = Readonly<{ paymentId: string; now: Date }>;

/** Where a refund goes: to where the money came from, to points and gift card, or, by staff, to another account. */
export const refundDestinations = ["payment_method", "balance", "outside"] as const;
export type RefundDestination = (typeof refundDestinations)[number];

/** The amount is in minor units of the order's currency. */
export type PaymentRefundedEvent = Readonly<{
  refundId: string;
  paymentId: string;
  amountMinor: number;
  destination: RefundDestination;
}>;

/** The provider declined a refund, which staff have to repeat or make another way. */
export type RefundFailedEvent = Readonly<{ orderId: number; now: Date }>;

type OrderChangeHandler = (db: Tx, event: OrderChangedEvent) => Promise<void>;

/**
 * What a module does when an order is placed, changes its status, or is refunded. Handlers run in the transaction of the
 * change, with the order's row locked and written: if one throws, nothing changes. A handler has an effect only once,
 * whichever statuses the order passes through.
 */
export type OrderEventHandler = Readonly<{
  /** Creates the account of a checkout that began with an email. One module implements it. */
  onPlacing?: (db: Tx, event: OrderPlacingEvent) => Promise<OrderingCustomer>;
  onPlaced?: (db: Tx, event: OrderPlacedEvent) => Promise<void>;
  onPaid?: OrderChangeHandler;
  onPacking?: OrderChangeHandler;
  onShipped?: OrderChangeHandler;
  onDelivered?: OrderChangeHandler;
  onCanceled?: OrderChangeHandler;
  onReturned?: OrderChangeHandler;
  /** The whole payment of a canceled or returned order was refunded. */
  onRefunded?: OrderChangeHandler;
  /** A part of the payment was refunded; the order keeps its status. */
  onPartiallyRefunded?: (db: Tx, event: PartialRefundEvent) => Promise<void>;
  onOrderEditPaid?: (db: Tx, event: OrderEditPaidEvent) => Promise<void>;
  /** The shopper may try again. */
  onPaymentDeclined?: (db: Tx, event: PaymentDeclinedEvent) => Promise<void>;
  /** A part of a payment, or a payment made twice, was refunded; the order keeps its status. */
  onPaymentRefunded?: (db: Tx, event: PaymentRefundedEvent) => Promise<void>;
  onRefundFailed?: (db: Tx, event: RefundFailedEvent) => Promise<void>;
}>;
