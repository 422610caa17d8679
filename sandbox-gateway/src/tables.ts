import type { ColumnType } from "kysely";

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Metadata = Record<string, string>;

/** A language of the hosted pages. */
export type PageLocale = "ru_RU" | "en_US";

/** The stored data of a card; its number is not stored. */
type Card = { brand: string; first6: string; last4: string; expiry_month: number; expiry_year: number };
export type CardColumns = Card & { behavior: string };

/** The columns of a payment method: a card, or no card. */
export type MethodColumns =
  | (CardColumns & { method: "bank_card" })
  | ({ [Column in keyof Card]: null } & { behavior: string; method: "sbp" });

/** The tables of the schema `sandbox_gateway`. */
export type GatewayTables = {
  tokens: CardColumns & {
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Defaulted<Date | null>;
    failed_at: Defaulted<Date | null>;
  };
  payments: { [Column in keyof Card]: Card[Column] | null } & {
    behavior: string;
    method: Defaulted<"bank_card" | "sbp">;
    id: string;
    shop_id: string;
    amount_minor: number;
    currency: string;
    status: Defaulted<"pending" | "succeeded" | "canceled">;
    description: Defaulted<string>;
    metadata: Defaulted<Metadata>;
    return_url: Defaulted<string | null>;
    cancel_party: Defaulted<string | null>;
    cancel_reason: Defaulted<string | null>;
    refund_requested_minor: Defaulted<number>;
    refunded_minor: Defaulted<number>;
    created_at: Date;
    decide_at: Date;
    ended_at: Defaulted<Date | null>;
    challenge: Defaulted<"pending" | "confirmed" | "refused" | null>;
    locale: Defaulted<PageLocale>;
  };
  refunds: {
    id: string;
    payment_id: string;
    amount_minor: number;
    status: Defaulted<"pending" | "succeeded">;
    description: Defaulted<string>;
    metadata: Defaulted<Metadata>;
    created_at: Date;
    decide_at: Date;
    ended_at: Defaulted<Date | null>;
  };
  idempotency_keys: {
    shop_id: string;
    key: string;
    request_hash: Buffer;
    response: Defaulted<string | object | null>;
    created_at: Date;
  };
  notifications: {
    id: string;
    shop_id: string;
    event_id: string;
    body: string;
    created_at: Date;
    attempts: Defaulted<number>;
    next_attempt_at: Date | null;
    delivered_at: Defaulted<Date | null>;
    last_error: Defaulted<string | null>;
  };
};
