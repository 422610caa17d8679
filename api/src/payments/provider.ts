import type { Locale } from "../platform/locale.ts";

/** An amount as a decimal string with exactly its currency's decimals, the way providers take and tell it. */
export type DecimalAmount = Readonly<{ value: string; currency: string }>;

/** What a provider is asked to take. The same attempt asked twice is taken once. */
export type Asking = Readonly<{
  /** Our attempt; also the key under which the provider recognises a repeated call. */
  attemptId: string;
  paymentId: string;
  orderId: number;
  amount: DecimalAmount;
  /** The way to pay that the shopper chose, such as `card`. */
  method: string;
  locale: Locale;
  begunAt: Date;
  /** Until then the order waits for its money. */
  expiresAt: Date;
  /** What a fiscal receipt says, where the provider makes them. */
  receipt: Receipt | null;
  /** Where the shopper comes back to from a page of the provider's. */
  returnUrl: string;
}>;

/** What is paid for, as a fiscal receipt lists it: amounts of one piece each; together they are the payment. */
export type Receipt = Readonly<{
  email: string;
  taxSystemCode: number | null;
  items: readonly Readonly<{
    description: string;
    quantity: number;
    amount: DecimalAmount;
    vatCode: number;
    /** `payment`: money in advance, which a gift certificate is. */
    subject: "commodity" | "service" | "payment";
  }>[];
}>;

/** A payment as the provider knows it. */
export type ProviderPayment = Readonly<{
  ref: string;
  status: "pending" | "succeeded" | "canceled";
  amount: DecimalAmount;
  /** Why it was cancelled. */
  reason: string | null;
  /** The provider's page that waits for the shopper; null where none does. */
  actionUrl: string | null;
  /** What was told of it in `Asking`. */
  about: Readonly<{ attemptId: string; paymentId: string; orderId: string }>;
}>;

export type Confirmed =
  | { outcome: "accepted"; payment: ProviderPayment }
  /** The card token is unknown, used or too old. */
  | { outcome: "token_refused" }
  /** The provider already has this attempt with another card. */
  | { outcome: "already_sent" }
  /** The provider will not take this payment at all, and says why. */
  | { outcome: "refused"; reason: string };

export type Refunding = Readonly<{
  refundId: string;
  /** The payment, as the provider calls it. */
  ref: string;
  orderId: number;
  amount: DecimalAmount;
  /** What the receipt of the money that goes back says, where the provider makes them. */
  receipt: Receipt | null;
}>;

export type ProviderRefund = Readonly<{
  ref: string;
  status: "pending" | "succeeded" | "canceled";
  refundId: string;
}>;

/** What a webhook is about. Its own word is never taken: the subject is read from the provider again. */
export type WebhookSubject = { kind: "payment" | "refund"; ref: string } | { kind: "other" };

/**
 * A company that takes money for the shop. Calls refuse `gateway_unavailable` when it does not answer; they may then be
 * repeated with the same ids.
 */
export type PaymentProvider = {
  readonly name: string;
  /** No real money moves. */
  readonly testMode: boolean;
  /** Where the browser gives a card for a token; null: this way, the shopper pays on a page of the provider's. */
  cardTokensUrl(method: string): string | null;
  /** It makes fiscal receipts of what is paid and of what goes back. */
  readonly makesReceipts: boolean;
  /** Creates the payment and confirms it: with a card's token, or by a page that the shopper is led to. */
  confirm(asked: Asking, cardToken: string | null): Promise<Confirmed>;
  /** The payment of an attempt whose answer was lost; null where the provider never got the call. */
  recover(asked: Asking): Promise<ProviderPayment | null>;
  /** Null where the provider does not know it. */
  read(ref: string): Promise<ProviderPayment | null>;
  /** Cancels a payment that has not ended. @returns the payment as it then is, which may be its success. */
  cancel(ref: string): Promise<ProviderPayment | null>;
  /** @returns null where the provider refuses. */
  refund(asked: Refunding): Promise<ProviderRefund | null>;
  readRefund(ref: string): Promise<ProviderRefund | null>;
  /** The event of a webhook that is the provider's own and not too old; null otherwise. Refuses `malformed`. */
  verifyWebhook(headers: Headers, body: Buffer): Promise<{ eventId: string; payload: object } | null>;
  /** What a stored event is about. */
  subjectOf(payload: unknown): WebhookSubject;
};

/** Minor units as a provider's decimal string: "1500.00" roubles, "1500" yen. */
export function decimalAmount(minor: number, currency: { code: string; minorDigits: number }): DecimalAmount {
  const { code, minorDigits } = currency;
  const digits = String(minor).padStart(minorDigits + 1, "0");
  const value = minorDigits === 0 ? digits : `${digits.slice(0, -minorDigits)}.${digits.slice(-minorDigits)}`;
  return { value, currency: code };
}
