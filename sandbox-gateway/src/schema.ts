import { z } from "zod";
import { hasValidCheckDigit } from "./cards.ts";

/**
 * A card as entered: spaces in the number and around the other fields are ignored. The messages are the field codes.
 */
export const cardRequest = z.object({
  number: requiredText()
    .transform((value) => value.replaceAll(/[\s-]/g, ""))
    .pipe(
      z
        .string()
        .regex(/^\d{13,19}$/, { error: "cardNumberLength", abort: true })
        .refine(hasValidCheckDigit, "invalidCardNumber"),
    ),
  expiry: requiredText().pipe(
    z
      .string()
      .regex(/^(0[1-9]|1[0-2])\s?\/\s?\d{2}$/, "invalidExpiry")
      .transform((value) => ({ month: Number(value.slice(0, 2)), year: 2000 + Number(value.slice(-2)) })),
  ),
  cvc: requiredText().pipe(z.string().regex(/^\d{3,4}$/, "invalidCvc")),
  // Letters of any alphabet; a name may contain hyphens, dots and apostrophes.
  holder: requiredText().pipe(
    z
      .string()
      .min(2, { error: "shortHolder", abort: true })
      .max(26, "longHolder")
      .regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u, "invalidHolder"),
  ),
});

function requiredText() {
  return z.string({ error: "required" }).trim().min(1, "required");
}

/** A decimal string with its currency. */
const amount = z.strictObject({ value: z.string().max(20), currency: z.string().regex(/^[A-Z]{3}$/) });

const description = z.string().max(128).default("");
const metadata = z
  .record(z.string().min(1).max(32), z.string().max(512))
  .refine((entries) => Object.keys(entries).length <= 16, "at most 16 keys")
  .default({});

/** The body of `POST /payments`: either a card token or a payment method without a card. */
export const paymentRequest = z
  .strictObject({
    amount,
    /** The token of a card, as received by the browser. */
    payment_token: z.string().min(1).max(200).optional(),
    /** A payment method without a card: the shopper confirms on a hosted page, which redirects back. */
    payment_method_data: z.strictObject({ type: z.literal("sbp") }).optional(),
    description,
    metadata,
    return_url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    /** The language of the hosted page. */
    locale: z.enum(["ru_RU", "en_US"]).default("ru_RU"),
  })
  .refine((request) => (request.payment_token === undefined) !== (request.payment_method_data === undefined), {
    error: "either a card token or a payment method without a card is required",
    path: ["payment_token"],
  })
  .refine((request) => request.payment_method_data === undefined || request.return_url !== undefined, {
    error: "required for a payment without a card",
    path: ["return_url"],
  });
export type PaymentRequest = z.output<typeof paymentRequest>;

/** The body of `POST /refunds`. */
export const refundRequest = z.strictObject({ payment_id: z.uuid(), amount, description, metadata });
export type RefundRequest = z.output<typeof refundRequest>;

/** The id of a payment or refund. */
export const objectId = z.uuid();

type Amount = z.output<typeof amount>;

/** A payment as serialized by the gateway. */
export type PaymentObject = {
  id: string;
  status: "pending" | "succeeded" | "canceled";
  paid: boolean;
  amount: Amount;
  refunded_amount: Amount;
  refundable: boolean;
  description: string;
  metadata: Record<string, string>;
  payment_method:
    | {
        type: "bank_card";
        card: { first6: string; last4: string; expiry_month: string; expiry_year: string; card_type: string };
      }
    | { type: "sbp" };
  /** Where the shopper must be redirected. */
  confirmation?: { type: "redirect"; confirmation_url: string };
  cancellation_details?: { party: string; reason: string };
  created_at: string;
  captured_at?: string;
  /** The gateway never moves real money. */
  test: true;
};

/** A refund as serialized by the gateway. */
export type RefundObject = {
  id: string;
  payment_id: string;
  status: "pending" | "succeeded";
  amount: Amount;
  description: string;
  metadata: Record<string, string>;
  created_at: string;
  test: true;
};

export type NotificationEvent = "payment.pending" | "payment.succeeded" | "payment.canceled" | "refund.succeeded";

/**
 * The body of a notification. The id is part of the signed bytes, so that an event cannot be passed off as another one.
 */
export type Notification = {
  type: "notification";
  id: string;
  event: NotificationEvent;
  created_at: string;
  object: PaymentObject | RefundObject;
};
