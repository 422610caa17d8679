import { z } from "zod";
import { retentionSetting } from "../platform/retention-settings.ts";
import { setting } from "../platform/settings.ts";
import { methodCodes } from "./schema.ts";

const isoCodes = (length: number) => z.array(z.string().regex(new RegExp(`^[A-Z]{${length}}$`))).nullable();

/** The shop's ways to pay, in the order in which they are shown; their names are texts of the shop. */
export const paymentMethods = setting(
  "payments.methods",
  z.array(z.object({ id: z.int().positive(), code: z.enum(methodCodes) })).min(1),
  methodCodes.map((code, at) => ({ id: at + 1, code })),
);

/**
 * Which provider takes which money: the first rule that fits an order, of the providers that PAYMENT_PROVIDERS names.
 * Null stands for every way to pay, every currency, or every country of delivery. A way that no rule gives to a provider
 * of this installation is none of its ways.
 */
export const paymentRules = setting(
  "payments.rules",
  z.array(
    z.object({
      provider: z.enum(["sandbox", "stripe", "yookassa"]),
      methods: z.array(z.enum(methodCodes)).nullable().default(null),
      currencies: isoCodes(3),
      countries: isoCodes(2),
    }),
  ),
  [
    { provider: "yookassa", methods: ["card"], currencies: ["RUB"], countries: null },
    { provider: "yookassa", methods: ["sbp"], currencies: ["RUB"], countries: ["RU"] },
    { provider: "stripe", methods: ["foreign_card"], currencies: ["USD", "EUR", "KZT", "JPY"], countries: null },
    { provider: "sandbox", methods: ["card"], currencies: null, countries: null },
    { provider: "sandbox", methods: ["sbp"], currencies: ["RUB"], countries: ["RU"] },
  ],
);

/**
 * Data of fiscal receipts that go to the provider with a payment (54-FZ); null: the shop's receipts are made elsewhere.
 * The codes are the provider's: `vat_code` of goods and of delivery, `tax_system_code` where a shop has several.
 */
export const receiptData = setting(
  "payments.receipt",
  z
    .object({
      vat_code: z.int().min(1).max(12),
      delivery_vat_code: z.int().min(1).max(12),
      tax_system_code: z.int().min(1).max(6).nullable(),
    })
    .nullable(),
  null,
);

/** Providers repeat an event for some days, which must be known as the same all that time. */
export const webhookEventDays = retentionSetting("webhook_events", { least: 30, normal: 90 });
