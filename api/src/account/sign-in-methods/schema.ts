import { z } from "zod";
import { passkey } from "../passkeys/schema.ts";
import { hasMatchingPasswords, matchingPasswordsRule, newPassword, trimmed } from "../schema.ts";

/** How a customer can sign in. A code by email always works. */
export const signInMethods = z
  .object({
    passkeys: z.array(passkey),
    has_password: z.boolean(),
    second_factor: z.boolean(),
    /** Whether the customer may change these methods now, without proving again who they are. */
    is_recent: z.boolean(),
  })
  .meta({ id: "SignInMethods" });
export type SignInMethods = z.infer<typeof signInMethods>;

/** The current password, or else a code by email with the token of its request; and the second factor if enabled. */
export const reauthenticationRequest = z
  .object({
    current_password: z.string().max(200, "longPassword").default(""),
    code_token: trimmed.max(200, "invalid").default(""),
    email_code: trimmed
      .max(20, "invalidCode")
      .transform((value) => value.replaceAll(/\s/g, ""))
      .default(""),
    /** Of the authenticator app, or a recovery code. */
    code: trimmed.max(100, "invalid").default(""),
  })
  .meta({ id: "ReauthenticationRequest" });
export type ReauthenticationRequest = z.infer<typeof reauthenticationRequest>;

export const firstPasswordRequest = z
  .object({ password: newPassword, password_confirmation: newPassword })
  .refine(hasMatchingPasswords, matchingPasswordsRule)
  .meta({ id: "FirstPasswordRequest" });
