import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

/** The payment methods; each has a name and a note in the messages. */
export const methodCodes = ["card", "sbp", "foreign_card"] as const;
export type MethodCode = (typeof methodCodes)[number];

/** An available payment method. */
export const paymentMethod = z
  .object({ id: z.int(), code: z.string(), name: z.string(), note: z.string() })
  .meta({ id: "PaymentMethod" });
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A payment method that is not available for the currency or the destination, with a localized reason. */
export const unavailablePaymentMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    reason: z.enum(["currency", "country"]),
    text: z.string(),
  })
  .meta({ id: "MissingPaymentMethod" });
export type UnavailablePaymentMethod = z.infer<typeof unavailablePaymentMethod>;

export const paymentStatus = z.enum(["awaiting", "success", "error", "cancelled"]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Why the last attempt failed; each reason has a text in the storefront's messages. */
export const declineReasons = [
  "general_decline",
  "unknown_test_card",
  "amount_mismatch",
  "3d_secure_failed",
  "expired_on_confirmation",
  "insufficient_funds",
  "card_expired",
  "invalid_csc",
  "country_forbidden",
  "never_reached",
  "refused_by_payer",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Contains no personal data, because anyone who has the id may read it. */
export const payment = z
  .object({
    id: z.string(),
    order_id: z.int(),
    status: paymentStatus,
    amount,
    iso_code: isoCode,
    sign: z.string(),
    /** Code of the payment method. */
    method: z.string(),
    /** The payment methods that can be chosen, including `method`; empty if the method can no longer be changed. */
    methods: z.array(paymentMethod),
    /**
     * The shopper's next step. `redirect`: go to `url`; if it is missing, confirming without a card returns it.
     * `card_form`: enter a card, which the browser posts to `url` for a token.
     */
    action: z.object({ type: z.enum(["redirect", "card_form", "none"]), url: z.string().optional() }),
    /** True from the moment an attempt is sent until the gateway reports its result. */
    in_progress: z.boolean(),
    /** The gateway's reason for the last declined attempt, as a code that has a text in the messages. */
    decline_reason: z.enum(declineReasons).nullable(),
    /** State of the refund of money that arrived too late for the order; null if there is none. */
    refund: z.enum(["pending", "succeeded", "failed"]).nullable(),
    /** `order_edit`: the difference that a change of a paid order adds; `order`: the order itself. */
    purpose: z.enum(["order", "order_edit"]),
    /**
     * The import duty of an order placed by staff, or the one that a change of an order raises, which the shopper confirms with `duty_confirmed` when they pay:
     * as they confirmed it before, and from now on. Null if there is nothing to confirm.
     */
    duty: z.object({ before: amount, after: amount, is_confirmed: z.boolean() }).nullable(),
    /** Whether the shopper accepts the public offer with `terms_accepted` when they pay for an order placed by staff. */
    terms_required: z.boolean(),
    /**
     * What happens to a paid order until it is received, without personal data; null before the payment, and for an
     * order without goods.
     */
    delivery: z
      .object({
        /** The promised days of arrival; null if there is no promise. */
        promised: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
        /** Whether the customer fetches the parcel at a pickup point. */
        to_pickup_point: z.boolean(),
        /** The expected import duty, in the currency of the payment. */
        duty: amount,
      })
      .nullable(),
    expires_at: z.iso.datetime(),
    test_mode: z.boolean(),
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof payment>;

export const paymentParams = z.object({ id: z.string().max(100) });
export const orderParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
export const webhookParams = z.object({ provider: z.string().max(40) });

export const confirmRequest = z
  // Omitted if the shopper pays on the provider's page.
  .object({
    card_token: z.string({ error: "required" }).min(1, "required").max(200).optional(),
    /** Confirms the import duty of the payment, if it has one. */
    duty_confirmed: z.boolean().default(false),
    /** Accepts the public offer and the processing of personal data, if the payment requires it. */
    terms_accepted: z.boolean().default(false),
  })
  .meta({ id: "ConfirmPaymentRequest" });

export const changeMethodRequest = z.object({ method: z.enum(methodCodes) }).meta({ id: "ChangePaymentMethodRequest" });

export const webhookResponse = z.object({ received: z.boolean() }).meta({ id: "WebhookTaken" });

export const refusals = {
  payment_not_found: 404,
  payment_ended: 409,
  payment_in_progress: 409,
  card_token_invalid: 422,
  payment_refused: 422,
  duty_confirmation_required: 422,
  terms_confirmation_required: 422,
  payment_not_offered: 422,
  refund_not_found: 404,
  refund_not_failed: 409,
  nothing_to_refund: 409,
  refund_too_large: 409,
  refund_of_certificates: 409,
  order_edit_open: 409,
  restock_not_possible: 409,
  gateway_unavailable: 503,
  webhook_signature_invalid: 401,
  webhook_provider_unknown: 404,
} as const;
