import { z } from "zod";
import { trimmed, typedPassword, newPassword, matchingPasswordsRule, hasMatchingPasswords } from "../schema.ts";

export const forgotPasswordRequest = z
  .object({
    email: z
      .string({ error: "user.invalid_email_for_reset" })
      .trim()
      .min(1, "user.invalid_email_for_reset")
      .max(254, "invalidEmail")
      .pipe(z.email({ error: "invalidEmail" }))
      .transform((value) => value.toLowerCase()),
  })
  .meta({ id: "ForgotPasswordRequest" });

export const resetPasswordRequest = z
  .object({
    token: trimmed.min(1, "required").max(200, "invalid"),
    password: newPassword,
    password_confirmation: newPassword,
  })
  .refine(hasMatchingPasswords, matchingPasswordsRule)
  .meta({ id: "ResetPasswordRequest" });

export const changePasswordRequest = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: newPassword,
  })
  .refine(hasMatchingPasswords, matchingPasswordsRule)
  .meta({ id: "ChangePasswordRequest" });
