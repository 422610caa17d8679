import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";

/** Removes what people type between digits. */
const removeSeparators = (text: string) => text.replaceAll(/[\s№-]/g, "");

/** The passport of a citizen of Russia and the taxpayer number (INN) of a person. The service checks dates and check digits. */
export const recipientIdentity = z
  .object({
    /** Series and number: ten digits. */
    passport: z
      .string({ error: "required" })
      .max(40, "invalidPassport")
      .transform(removeSeparators)
      .refine((text) => text !== "", { error: "required", abort: true })
      .refine((text) => /^\d{10}$/.test(text), "invalidPassport"),
    issued_on: z.string({ error: "required" }).min(1, "required").pipe(z.iso.date("invalidDate")),
    /** Twelve digits. */
    inn: z
      .string({ error: "required" })
      .max(40, "invalidInn")
      .transform(removeSeparators)
      .refine((text) => text !== "", { error: "required", abort: true })
      .refine((text) => /^\d{12}$/.test(text), "invalidInn"),
  })
  .meta({ id: "RecipientIdentity" });
export type RecipientIdentity = z.infer<typeof recipientIdentity>;

/** Whether customs asks for the recipient's passport, and whether it was given. The values are never sent back. */
export const identityStatus = z
  .object({
    is_needed: z.boolean(),
    given_at: z.iso.datetime().nullable(),
    /** Whether it can be given or replaced: the order is paid and was not sent. */
    is_changeable: z.boolean(),
    /** Number of days after the delivery after which it is deleted. */
    kept_days: z.int(),
  })
  .meta({ id: "RecipientIdentityStatus" });
export type IdentityStatus = z.infer<typeof identityStatus>;

export const refusals = {
  identity_not_needed: 409,
  identity_already_given: 409,
} as const satisfies Refusals;
