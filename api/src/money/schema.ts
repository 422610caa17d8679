import { z } from "zod";

/** ISO 4217 code in capitals. */
export const isoCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ id: "IsoCode", example: "RUB" });

/** An amount in API messages: major units, a number with 0 to 2 decimals, in the currency given beside it. */
export const amount = z.number().meta({ id: "Amount", description: "0 to 2 decimals" });

export const currencyList = z
  .object({ items: z.array(z.object({ name: z.string(), iso_code: isoCode, sign: z.string() })) })
  .meta({ id: "CurrencyList" });
export type CurrencyList = z.infer<typeof currencyList>;
