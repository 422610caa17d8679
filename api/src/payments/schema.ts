import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

export const paymentStatus = z.enum(["awaiting", "success", "error", "cancelled"]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Shows nothing personal: whoever holds the id may open it. */
export const payment = z
  .object({
    id: z.string(),
    order_id: z.int(),
    status: paymentStatus,
    amount,
    iso_code: isoCode,
    sign: z.string(),
    action: z.object({ type: z.enum(["redirect", "card_form", "none"]), url: z.string().optional() }),
    /** True from the moment a card was sent until the gateway has told the end. */
    in_progress: z.boolean(),
    /** The gateway's reason of the last refused attempt, as a code with a text in the messages. */
    decline_reason: z.string().nullable(),
    expires_at: z.iso.datetime(),
    test_mode: z.boolean(),
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof payment>;

export const confirmRequest = z.object({ card_token: z.string({ error: "required" }).min(1, "required").max(200) });

export const refusals = {
  payment_not_found: 404,
  payment_ended: 409,
  payment_in_progress: 409,
  card_token_invalid: 422,
  gateway_unavailable: 503,
  webhook_signature_invalid: 401,
  webhook_provider_unknown: 404,
} as const;
