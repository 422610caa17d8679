import { z } from "zod";

const rows = z.array(z.record(z.string(), z.unknown()));

/**
 * Everything that the shop stores about a customer, by topic; times in ISO 8601, amounts in rubles with kopecks as
 * decimals.
 */
export const customerData = z
  .object({
    made_at: z.iso.datetime(),
    account: rows,
    addresses: rows,
    consents: rows,
    message_preferences: rows,
    devices: rows,
    known_devices: rows,
    passkeys: rows,
    second_factor: rows,
    orders: rows,
    order_lines: rows,
    recipient_identities: rows,
    certificates: rows,
    returns: rows,
    messages: rows,
    reviews: rows,
    questions: rows,
    favourites: rows,
    shared_favourites: rows,
    alerts: rows,
    avoided: rows,
    cart: rows,
    cart_certificates: rows,
    notifications: rows,
    push_subscriptions: rows,
    bonuses: rows,
    quizzes: rows,
    letters: rows,
  })
  .meta({ id: "CustomerData" });
export type CustomerData = z.infer<typeof customerData>;

export const deletionRequest = z
  .object({ current_password: z.string({ error: "required" }).min(1, "required").max(200, "longPassword") })
  .meta({ id: "DeletionRequest" });

export const refusals = { orders_open: 409 } as const;
