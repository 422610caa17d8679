import { z } from "zod";
import { trimmed, typedPassword } from "../schema.ts";

const typedCode = trimmed.min(1, "required").max(60, "wrongCode");
const currentPassword = { current_password: typedPassword };
export const passwordRequest = z.object(currentPassword).meta({ id: "PasswordRequest" });
export const codeRequest = z
  .object({ code: typedCode })
  .meta({ id: "CodeRequest", description: "The six-digit code of the authenticator app" });
export const passwordAndCodeRequest = z
  .object({ ...currentPassword, code: typedCode })
  .meta({ id: "PasswordAndCodeRequest", description: "The code is that of the app, or a recovery code" });
export const challengeRequest = z
  .object({ challenge: trimmed.min(1, "required").max(2000, "invalid"), code: typedCode })
  .meta({ id: "ChallengeRequest", description: "The challenge of a login, and an app code or a recovery code" });

export const secondFactor = z
  .object({ enabled: z.boolean(), enabled_at: z.iso.datetime().nullable(), recovery_codes_left: z.int() })
  .meta({ id: "SecondFactor" });
export type SecondFactor = z.infer<typeof secondFactor>;

export const secondFactorKey = z
  .object({
    /** In base32, for manual entry. */
    key: z.string(),
    /** `otpauth://…` URI, for the QR code. */
    address: z.string(),
  })
  .meta({ id: "SecondFactorKey" });
export type SecondFactorKey = z.infer<typeof secondFactorKey>;

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
