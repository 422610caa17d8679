import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

const period = z.enum(["parcel", "month", "quarter"]);

/**
 * What customs may ask for the parcel (spec §3). `declarate` is spelled as the contract has it.
 * `limit` is null while no country is known or the country has no rule.
 */
export const customsTax = z
  .object({
    tax: amount,
    declarate: z.boolean(),
    /** What is worth knowing about this country, or that the shop knows no rule of it; empty: nothing. */
    note: z.string(),
    limit: z
      .object({
        rule_id: z.int(),
        country: z.string(),
        value: amount.nullable(),
        iso_code: isoCode,
        sign: z.string(),
        /** The limit in the cart's currency and what is left of it (negative: over). */
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

/** A rule of a country; amounts in its own limit currency. `in_force` false: announced, counts in nothing yet. */
export const customsRule = z
  .object({
    id: z.int(),
    country: z.string(),
    country_name: z.string(),
    in_force: z.boolean(),
    valid_from: z.iso.date().nullable(),
    limit: amount.nullable(),
    /** Below it only tax is asked, no duty; null: the same as `limit`. */
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
    /** Whether two orders instead of one help to stay below the limit. */
    splitting: z.enum(["helps", "summed", "useless"]),
    note: z.string(),
    source: z.string(),
    checked_at: z.iso.date(),
    confidence: z.enum(["high", "medium", "low"]),
  })
  .meta({ id: "CustomsRule" });
export type CustomsRule = z.infer<typeof customsRule>;
