import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

/**
 * What customs may ask for the parcel (spec §3). `declarate` is spelled as the contract has it.
 * `limit` is null while no country is known or the country has no rule.
 */
export const customsTax = z
  .object({
    tax: amount,
    declarate: z.boolean(),
    limit: z
      .object({
        country: z.string(),
        value: amount.nullable(),
        iso_code: isoCode,
        sign: z.string(),
        /** The limit in the cart's currency and what is left of it (negative: over). */
        in_cart_currency: amount.nullable(),
        left: amount.nullable(),
        weight_g: z.int().nullable(),
        valid_from: z.iso.date(),
        source: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "CustomsTax" });
export type CustomsTax = z.infer<typeof customsTax>;
