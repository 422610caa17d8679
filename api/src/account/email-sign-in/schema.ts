import { z } from "zod";
import { email, session, trimmed } from "../schema.ts";

/** The token of a requested code: only the browser that has it can use the code. */
const codeToken = trimmed.min(1, "required").max(200, "invalid");

export const emailRequest = z.object({ email }).meta({ id: "EmailRequest" });

export const emailStep = z
  .object({
    /**
     * `address`: nobody has the email, and `session` continues the checkout. `code`: a code was sent to the email, and
     * `code_token` goes with it. Beyond the limit of lookups every email gets `code`.
     */
    step: z.enum(["address", "code"]),
    session: session.nullable(),
    code_token: z.string().nullable(),
  })
  .meta({ id: "EmailStep" });
export type EmailStep = z.infer<typeof emailStep>;

export const requestedCode = z.object({ code_token: z.string() }).meta({ id: "RequestedCode" });
export type RequestedCode = z.infer<typeof requestedCode>;

export const emailCodeRequest = z
  .object({
    code_token: codeToken,
    /** Six digits; spaces between them are ignored. */
    code: trimmed
      .min(1, "required")
      .max(20, "invalidCode")
      .transform((value) => value.replaceAll(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "invalidCode")),
    remember: z.boolean().default(false),
  })
  .meta({ id: "EmailCodeRequest" });
export type EmailCodeRequest = z.infer<typeof emailCodeRequest>;
