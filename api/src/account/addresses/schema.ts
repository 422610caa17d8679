import { z } from "zod";
import { trimmed, phoneCharacters, phone, singleLine, optionalSingleLine, isPrintableText } from "../schema.ts";

/** City and street are printed on a Japanese shipping label: printable ASCII only (docs/domain/delivery.md). */
const singleLineLatin = (max: number) =>
  singleLine(max)
    .regex(/^[ -~]*$/, "latinOnly")
    .regex(/[A-Za-z0-9]/, "latinOnly");

export const addressRequest = z
  .object({
    /** If empty: "Home address" in the language of the request (docs/domain/accounts.md). */
    alias: optionalSingleLine(60),
    first_name: singleLine(60),
    last_name: singleLine(60),
    middle_name: optionalSingleLine(60),
    company: optionalSingleLine(100),
    country: trimmed.min(1, "required").regex(/^[A-Z]{2}$/, "unknownCountry"),
    state: optionalSingleLine(80),
    postcode: singleLine(12).min(2, "invalidPostcode"),
    city: singleLineLatin(80),
    address: singleLineLatin(160),
    phone_mobile: phone,
    phone_home: z
      .string()
      .trim()
      .max(40, "phoneFormat")
      .regex(/^(.{9,})?$/, "shortPhone")
      .regex(phoneCharacters, "phoneFormat")
      .default(""),
    other: z.string().trim().max(500, "tooLong").refine(isPrintableText, "invalid").default(""),
  })
  .meta({ id: "AddressRequest" });
export type AddressRequest = z.infer<typeof addressRequest>;
/** An address whose optional fields may be missing. */
export type AddressInput = z.input<typeof addressRequest>;

/** The fields of an address: also its columns in the database, and the keys of the copy that an order keeps. */
export const addressFields = addressRequest.keyof().options;

export const address = addressRequest
  .extend({
    id: z.int(),
    country_name: z.string(),
    /** The mobile number formatted for people; the stored one is E.164. */
    phone_shown: z.string(),
  })
  .meta({ id: "Address" });
export type Address = z.infer<typeof address>;

export const addressList = z.object({ items: z.array(address) }).meta({ id: "AddressList" });
