import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";
import { methodCodes } from "./schema.ts";

const isoCodeList = (length: number) => z.array(z.string().regex(new RegExp(`^[A-Z]{${length}}$`))).nullable();

/** The shop's payment methods in display order; their names are in the messages. */
export const paymentMethods = setting(
  "payments.methods",
  z.array(z.object({ id: z.int().positive(), code: z.enum(methodCodes) })).min(1),
  methodCodes.map((code, index) => ({ id: index + 1, code })),
);

/**
 * Which provider takes which payments: the first rule that matches an order, among the providers in PAYMENT_PROVIDERS.
 * Null matches every payment method, currency or destination country. A payment method without a rule for a configured
 * provider is not offered.
 */
export const paymentRules = setting(
  "payments.rules",
  z.array(
    z.object({
      provider: z.enum(["sandbox", "stripe", "yookassa"]),
      methods: z.array(z.enum(methodCodes)).nullable().default(null),
      currencies: isoCodeList(3),
      countries: isoCodeList(2),
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
 * Tax codes for fiscal receipts that are sent to the provider with a payment (54-FZ); null if receipts are issued
 * elsewhere. The codes are the provider's: `vat_code` for goods, `delivery_vat_code` for delivery, `tax_system_code` if
 * the shop uses several tax systems.
 */
export const receiptSettings = setting(
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
