/** An amount as a decimal string with exactly its currency's decimals, the way providers take and tell it. */
export type DecimalAmount = Readonly<{ value: string; currency: string }>;

/** What a provider is asked to take from a card. The same attempt asked twice is taken once. */
export type Charge = Readonly<{
  /** Our attempt; also the key under which the provider recognises a repeated call. */
  attemptId: string;
  paymentId: string;
  orderId: number;
  amount: DecimalAmount;
  /** The provider's own token for the card, from the browser. */
  cardToken: string;
  /** Where the shopper comes back to from a page of the provider's. */
  returnUrl: string;
}>;

/** A payment as the provider knows it. */
export type ProviderPayment = Readonly<{
  ref: string;
  status: "pending" | "succeeded" | "canceled";
  amount: DecimalAmount;
  /** Why it was cancelled. */
  reason: string | null;
  /** What was told of it in `Charge`. */
  about: Readonly<{ attemptId: string; paymentId: string; orderId: string }>;
}>;

export type ChargeResult =
  | { outcome: "accepted"; payment: ProviderPayment }
  /** The card token is unknown, used or too old. */
  | { outcome: "token_refused" }
  /** The provider already has this attempt with another card. */
  | { outcome: "already_sent" };

export type ProviderRefund = Readonly<{ ref: string; status: "pending" | "succeeded"; refundId: string }>;

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
  charge(asked: Charge): Promise<ChargeResult>;
  /** Null where the provider does not know it. */
  readPayment(ref: string): Promise<ProviderPayment | null>;
  /** Cancels a payment that has not ended. @returns the payment as it then is, which may be its success. */
  cancel(ref: string): Promise<ProviderPayment | null>;
  /** @returns null where the provider refuses. */
  refund(asked: { refundId: string; ref: string; amount: DecimalAmount }): Promise<ProviderRefund | null>;
  readRefund(ref: string): Promise<ProviderRefund | null>;
  /** The event of a webhook whose signature and time are right; null otherwise. Refuses `malformed`. */
  readWebhook(headers: Headers, body: Buffer): { eventId: string; payload: object } | null;
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
