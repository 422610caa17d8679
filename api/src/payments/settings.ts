import { z } from "zod";
import { setting } from "../platform/settings.ts";

const isoCodes = (length: number) => z.array(z.string().regex(new RegExp(`^[A-Z]{${length}}$`))).nullable();

/**
 * Which provider takes which money: the first rule that fits an order, of the providers that PAYMENT_PROVIDERS names.
 * Null stands for every currency, or every country of delivery.
 */
export const paymentRules = setting(
  "payments.rules",
  z.array(
    z.object({
      provider: z.enum(["sandbox", "stripe", "yookassa"]),
      currencies: isoCodes(3),
      countries: isoCodes(2),
    }),
  ),
  [
    { provider: "yookassa", currencies: ["RUB"], countries: null },
    { provider: "stripe", currencies: ["USD", "EUR", "KZT", "JPY"], countries: null },
    { provider: "sandbox", currencies: null, countries: null },
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
