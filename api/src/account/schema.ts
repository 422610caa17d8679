import { z } from "zod";

// Error messages of the schemas are the field error codes of the API. Fields that several forms have are here; the other
// schemas of a sub-module are in its own schema.ts.

const isOneLine = (value: string) => !/\p{Cc}/u.test(value);
/** Whether a text has no control characters but line breaks and tabs. */
export const isPrintableText = (value: string) => isOneLine(value.replaceAll(/[\n\r\t]/g, " "));
export const trimmed = z.string({ error: "required" }).trim();
export const email = trimmed
  .min(1, "required")
  .max(254, "invalidEmail")
  .pipe(z.email({ error: "invalidEmail" }))
  .transform((value) => value.toLowerCase());
export const phoneCharacters = /^[\d \-+()]*$/;
export const phone = trimmed
  .min(1, "required")
  .min(9, "shortPhone")
  .max(40, "phoneFormat")
  .regex(phoneCharacters, "phoneFormat");
/** A required text of one line, of at most `max` characters. */
export const singleLine = (max: number) => trimmed.min(1, "required").max(max, "tooLong").refine(isOneLine, "invalid");
/** A text of one line, of at most `max` characters; empty by default. */
export const optionalSingleLine = (max: number) =>
  z.string().trim().max(max, "tooLong").refine(isOneLine, "invalid").default("");
export const typedPassword = z.string({ error: "required" }).min(1, "required").max(200, "longPassword");
export const newPassword = typedPassword.min(8, "shortPassword");
/** Where and when `hasMatchingPasswords` reports its error. */
export const matchingPasswordsRule = {
  path: ["password_confirmation"],
  error: "notification.invalid_password_match",
  // Reported together with other errors of the form if both fields are present.
  when: ({ value }: { value: unknown }) => {
    const form = value as Record<string, unknown> | null;
    return typeof form?.["password"] === "string" && typeof form["password_confirmation"] === "string";
  },
};
/** Whether both passwords of a form are equal; an empty confirmation has an error of its own. */
export const hasMatchingPasswords = (form: { password: string; password_confirmation: string }) =>
  form.password_confirmation === "" || form.password_confirmation === form.password;
export const agree = z
  .boolean({ error: "notification.no_agree_personal" })
  .refine((value) => value, "notification.no_agree_personal");

export const loginRequest = z
  .object({
    email,
    password: typedPassword,
    remember: z.boolean().default(false),
    /** The `device_token` of an earlier sign-in on this device. */
    device_token: z.string().max(2000, "invalid").default(""),
  })
  .meta({ id: "LoginRequest" });
export type LoginRequest = z.infer<typeof loginRequest>;

export const registerRequest = z
  .object({
    name: singleLine(100),
    tel: phone,
    email,
    password: newPassword,
    password_confirmation: newPassword,
    agree,
  })
  .refine(hasMatchingPasswords, matchingPasswordsRule)
  .meta({ id: "RegisterRequest" });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const linkRequest = z
  .object({ token: trimmed.min(1, "required").max(200, "invalid") })
  .meta({ id: "LinkRequest", description: "The token of a link in an email" });
/** In the profile, names have at least three characters (docs/domain/accounts.md). */
const profileName = singleLine(100).min(3, "tooShort");

/** Absent fields stay unchanged; null empties a field. The service checks that the birthday lies in the past. */
export const profileRequest = z
  .object({
    name: profileName,
    surname: profileName.nullable(),
    gender: z.enum(["male", "female"], "unknownGender").nullable(),
    birthday: z.iso.date("invalidDate").nullable(),
    newsletter: z.boolean("invalid"),
  })
  .partial()
  .meta({ id: "ProfileRequest" });
export type ProfileRequest = z.infer<typeof profileRequest>;

export const user = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    surname: z.string().nullable(),
    phone: z.string(),
    gender: z.enum(["male", "female"]).nullable(),
    birthday: z.iso.date().nullable(),
    newsletter: z.boolean(),
    email_verified: z.boolean(),
    /** The pending new email, while the change waits for confirmation. */
    new_email: z.string().nullable(),
    /** False until the first order of a checkout that began with an email. */
    has_account: z.boolean(),
    /** Write requests that authenticate with the cookie must send this in the `csrf-token` header. */
    csrf_token: z.string(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

export const session = user
  .extend({
    token: z.string(),
    /** For later sign-ins on this device: wrong passwords from elsewhere do not block them. */
    device_token: z.string(),
  })
  .meta({ id: "Session", description: "The user with a bearer token" });
export type Session = z.infer<typeof session>;

/** The data of a response that carries only a message. */
export const emptyResponse = z.object({}).meta({ id: "Nothing" });

export const refusals = {
  login_failed: 401,
  second_factor_required: 401,
  second_factor_expired: 401,
  csrf_failed: 403,
  email_taken: 422,
  weak_password: 422,
  wrong_password: 422,
  wrong_code: 422,
  wrong_email_code: 422,
  email_code_expired: 422,
  email_has_account: 409,
  account_required: 409,
  recent_authentication_required: 403,
  passkey_refused: 401,
  passkey_expired: 422,
  passkey_exists: 409,
  passkey_not_found: 404,
  passkeys_unavailable: 409,
  password_exists: 409,
  too_many_passkeys: 409,
  reset_link_used: 422,
  email_link_used: 422,
  link_broken: 422,
  device_not_found: 404,
  address_not_found: 404,
  too_many_addresses: 409,
  second_factor_on: 409,
  second_factor_not_on: 409,
  second_factor_not_begun: 409,
} as const;
