import { z } from "zod";
import { hasValidCheckDigit } from "./cards.ts";

/** A card as typed: spaces in the number and around the rest do not matter. Messages are the field codes. */
export const cardRequest = z.object({
  number: field()
    .transform((value) => value.replaceAll(/[\s-]/g, ""))
    .pipe(
      z
        .string()
        .regex(/^\d{13,19}$/, { error: "cardNumberLength", abort: true })
        .refine(hasValidCheckDigit, "invalidCardNumber"),
    ),
  expiry: field().pipe(
    z
      .string()
      .regex(/^(0[1-9]|1[0-2])\s?\/\s?\d{2}$/, "invalidExpiry")
      .transform((value) => ({ month: Number(value.slice(0, 2)), year: 2000 + Number(value.slice(-2)) })),
  ),
  cvc: field().pipe(z.string().regex(/^\d{3,4}$/, "invalidCvc")),
  // Letters of any alphabet; a hyphen, a dot or an apostrophe may stand in a name.
  holder: field().pipe(
    z
      .string()
      .min(2, { error: "shortHolder", abort: true })
      .max(26, "longHolder")
      .regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u, "invalidHolder"),
  ),
});

function field() {
  return z.string({ error: "required" }).trim().min(1, "required");
}

/** A decimal string beside its currency. */
const amount = z.strictObject({ value: z.string().max(20), currency: z.string().regex(/^[A-Z]{3}$/) });

const description = z.string().max(128).default("");
const metadata = z
  .record(z.string().min(1).max(32), z.string().max(512))
  .refine((entries) => Object.keys(entries).length <= 16, "at most 16 keys")
  .default({});

export const paymentRequest = z
  .strictObject({
    amount,
    /** A card, as the browser got it. */
    payment_token: z.string().min(1).max(200).optional(),
    /** A way to pay without a card: the shopper answers on a hosted page, which leads him back. */
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
  .refine((asked) => (asked.payment_token === undefined) !== (asked.payment_method_data === undefined), {
    error: "a token of a card, or a way to pay without one",
    path: ["payment_token"],
  })
  .refine((asked) => asked.payment_method_data === undefined || asked.return_url !== undefined, {
    error: "needed for a hosted page",
    path: ["return_url"],
  });
export type PaymentRequest = z.output<typeof paymentRequest>;

export const refundRequest = z.strictObject({ payment_id: z.uuid(), amount, description, metadata });
export type RefundRequest = z.output<typeof refundRequest>;

export const objectId = z.uuid();

type Amount = z.output<typeof amount>;

/** A payment as the gateway tells it. */
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
  /** Where the shopper is to go next. */
  confirmation?: { type: "redirect"; confirmation_url: string };
  cancellation_details?: { party: string; reason: string };
  created_at: string;
  captured_at?: string;
  /** No money moves here, ever. */
  test: true;
};

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

/** The body of a notification; the id stands in the signed bytes, so that nobody passes one event off as another. */
export type Notification = {
  type: "notification";
  id: string;
  event: NotificationEvent;
  created_at: string;
  object: PaymentObject | RefundObject;
};
