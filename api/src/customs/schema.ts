import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

const period = z.enum(["parcel", "month", "quarter"]);

/**
 * The customs charge to expect for the parcel. `declarate` is the spelling of the API contract. `limit` is null if no
 * country is known or the country has no rule.
 */
export const customsTax = z
  .object({
    tax: amount,
    declarate: z.boolean(),
    /** A note about this country, or a notice that the store has no rule for it; may be empty. */
    note: z.string(),
    limit: z
      .object({
        rule_id: z.int(),
        country: z.string(),
        value: amount.nullable(),
        iso_code: isoCode,
        sign: z.string(),
        /** The limit in the cart's currency and what is left of it (negative: exceeded). */
        in_cart_currency: amount.nullable(),
        left: amount.nullable(),
        weight_g: z.int().nullable(),
        duty_percent: z.number(),
        vat_percent: z.number(),
        period,
        valid_from: z.iso.date(),
        source: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "CustomsTax" });
export type CustomsTax = z.infer<typeof customsTax>;

/**
 * The rule of a country; amounts in its own limit currency. `in_force` false: announced only, not used in calculations.
 */
export const customsRule = z
  .object({
    id: z.int(),
    country: z.string(),
    country_name: z.string(),
    in_force: z.boolean(),
    valid_from: z.iso.date().nullable(),
    limit: amount.nullable(),
    /** Below this value only VAT is charged, no duty; null: the same as `limit`. */
    duty_limit: amount.nullable(),
    iso_code: isoCode,
    sign: z.string(),
    weight_g: z.int().nullable(),
    duty_percent: z.number(),
    duty_base: z.enum(["excess", "whole"]),
    min_per_kg: amount,
    per_heading: amount,
    vat_percent: z.number(),
    vat_base: z.enum(["excess", "whole"]),
    fee: amount,
    fee_iso_code: isoCode,
    fee_sign: z.string(),
    period,
    /** Whether splitting an order into two helps to stay below the limit. */
    splitting: z.enum(["helps", "summed", "useless"]),
    note: z.string(),
    source: z.string(),
    checked_at: z.iso.date(),
    confidence: z.enum(["high", "medium", "low"]),
  })
  .meta({ id: "CustomsRule" });
export type CustomsRule = z.infer<typeof customsRule>;
