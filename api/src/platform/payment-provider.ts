import type { Locale } from "./i18n/locale.ts";

/** An amount as a decimal string with exactly the decimals of its currency, as providers expect and return it. */
export type DecimalAmount = Readonly<{ value: string; currency: string }>;

/** A request to charge an amount. Sending the same attempt twice charges it once. */
export type PaymentRequest = Readonly<{
  /** Our attempt id; it is also the idempotency key of the provider call. */
  attemptId: string;
  paymentId: string;
  orderId: number;
  amount: DecimalAmount;
  /** Code of the payment method chosen by the shopper, for example `card`. */
  method: string;
  locale: Locale;
  startedAt: Date;
  /** The payment deadline of the order. */
  expiresAt: Date;
  /** Data of the fiscal receipt if the provider issues receipts. */
  receipt: Receipt | null;
  /** The URL to which the provider's page returns the shopper. */
  returnUrl: string;
}>;

/** The items of a fiscal receipt: `amount` is per unit; quantities times amounts add up to the payment. */
export type Receipt = Readonly<{
  email: string;
  taxSystemCode: number | null;
  items: readonly Readonly<{
    description: string;
    quantity: number;
    amount: DecimalAmount;
    vatCode: number;
    /** `payment`: an advance payment, used for gift cards. */
    subject: "commodity" | "service" | "payment";
  }>[];
}>;

/** A payment as the provider reports it; `ref` is the provider's reference. */
export type ProviderPayment = Readonly<{
  ref: string;
  status: "pending" | "succeeded" | "canceled";
  amount: DecimalAmount;
  /** The reason of the cancellation. */
  reason: string | null;
  /** URL of the provider's page where the shopper must act; null if there is none. */
  actionUrl: string | null;
  /** The ids passed to the provider in the payment request. */
  metadata: Readonly<{ attemptId: string; paymentId: string; orderId: string }>;
}>;

/** The result of sending an attempt to the provider. */
export type ConfirmResult =
  | { outcome: "accepted"; payment: ProviderPayment }
  /** The card token is unknown, used or expired. */
  | { outcome: "token_refused" }
  /** The provider already received this attempt with another card. */
  | { outcome: "already_sent" }
  /** The provider rejects the payment altogether, with a reason. */
  | { outcome: "refused"; reason: string };

/** A request to refund a payment in full or in part. Sending the same refund twice refunds it once. */
export type RefundRequest = Readonly<{
  /** Our refund id; it is also the idempotency key of the provider call. */
  refundId: string;
  /** The provider's reference of the payment. */
  ref: string;
  orderId: number;
  amount: DecimalAmount;
  /** Data of the fiscal receipt of the refund if the provider issues receipts. */
  receipt: Receipt | null;
}>;

/** A refund as the provider reports it; `ref` is the provider's reference. */
export type ProviderRefund = Readonly<{
  ref: string;
  status: "pending" | "succeeded" | "canceled";
  /** Our refund id; empty if the provider does not store it. */
  refundId: string;
}>;

/**
 * The object that a webhook is about. The webhook's content is not trusted: the object is read from the provider again.
 */
export type WebhookSubject = { kind: "payment" | "refund"; ref: string } | { kind: "other" };

/**
 * A payment service provider. Methods throw the refusal `gateway_unavailable` if the provider does not respond; they
 * may then be repeated with the same ids.
 */
export type PaymentProvider = {
  readonly name: string;
  /** Whether payments are tests, without real money. */
  readonly isTestMode: boolean;
  /**
   * Returns the URL to which the browser posts card data for a token; null if this method is paid on the provider's
   * page.
   */
  getCardTokensUrl(method: string): string | null;
  /** Whether the provider issues fiscal receipts for payments and refunds. */
  readonly issuesReceipts: boolean;
  /** Creates the payment, with a card token or with a hosted page to which the shopper is redirected. */
  confirm(request: PaymentRequest, cardToken: string | null): Promise<ConfirmResult>;
  /** Returns the payment of an attempt whose response was lost; null if the provider never received the call. */
  recoverPayment(request: PaymentRequest): Promise<ProviderPayment | null>;
  /** Returns null if the provider does not know the payment. */
  getPayment(ref: string): Promise<ProviderPayment | null>;
  /**
   * Cancels an open payment.
   * @returns the payment afterwards, which may have succeeded.
   */
  cancel(ref: string): Promise<ProviderPayment | null>;
  /**
   * Requests a refund.
   * @returns null if the provider refuses it.
   */
  refund(request: RefundRequest): Promise<ProviderRefund | null>;
  /** Returns null if the provider does not know the refund. */
  getRefund(ref: string): Promise<ProviderRefund | null>;
  /**
   * Verifies a webhook.
   * @returns null if its signature or sender is invalid or it is too old.
   * @throws refusal
   * `malformed`.
   */
  verifyWebhook(headers: Headers, body: Buffer): Promise<{ eventId: string; payload: object } | null>;
  /** Returns what a stored event is about. */
  getWebhookSubject(payload: unknown): WebhookSubject;
};

/** The payment providers of an installation. They are created at the start. */
export type PaymentProviders = {
  /** Returns the provider of a stored payment, even if it is no longer configured for new payments. */
  get(name: string): PaymentProvider;
  /** Returns a provider that is configured for new payments, otherwise undefined. */
  findConfigured(name: string): PaymentProvider | undefined;
};
