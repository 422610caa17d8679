import { z } from "zod";

/** Error messages of the schemas are the field error codes of the API. */
const isOneLine = (value: string) => !/\p{Cc}/u.test(value);
export const isPrintableText = (value: string) => isOneLine(value.replaceAll(/[\n\r\t]/g, " "));
const trimmed = z.string({ error: "required" }).trim();
export const email = trimmed
  .min(1, "required")
  .max(254, "invalidEmail")
  .pipe(z.email({ error: "invalidEmail" }))
  .transform((value) => value.toLowerCase());
const phoneCharacters = /^[\d \-+()]*$/;
const phone = trimmed
  .min(1, "required")
  .min(9, "shortPhone")
  .max(40, "phoneFormat")
  .regex(phoneCharacters, "phoneFormat");
export const singleLine = (max: number) => trimmed.min(1, "required").max(max, "tooLong").refine(isOneLine, "invalid");
export const optionalSingleLine = (max: number) =>
  z.string().trim().max(max, "tooLong").refine(isOneLine, "invalid").default("");
const typedPassword = z.string({ error: "required" }).min(1, "required").max(200, "longPassword");
const newPassword = typedPassword.min(8, "shortPassword");
const matchingPasswordsRule = {
  path: ["password_confirmation"],
  error: "notification.invalid_password_match",
  // Reported together with other errors of the form if both fields are present.
  when: ({ value }: { value: unknown }) => {
    const form = value as Record<string, unknown> | null;
    return typeof form?.["password"] === "string" && typeof form["password_confirmation"] === "string";
  },
};
const hasMatchingPasswords = (form: { password: string; password_confirmation: string }) =>
  form.password_confirmation === "" || form.password_confirmation === form.password;
const agree = z
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

export const linkRequest = z
  .object({ token: trimmed.min(1, "required").max(200, "invalid") })
  .meta({ id: "LinkRequest", description: "The token of a link in an email" });
/** Signed tokens are longer than those of single-use links. */
export const unsubscribeRequest = linkRequest
  .extend({ token: z.string().min(1, "required").max(2000, "invalid") })
  .meta({ id: "UnsubscribeRequest" });

export const emailChangeRequest = z
  .object({ email, current_password: typedPassword })
  .meta({ id: "EmailChangeRequest" });

export const emailConfirmed = z
  .object({
    /** `waiting`: one of the two addresses has confirmed the change; `changed`: both have. */
    state: z.enum(["confirmed", "waiting", "changed"]),
  })
  .meta({ id: "EmailConfirmed" });
export type EmailConfirmed = z.infer<typeof emailConfirmed>;

export const device = z
  .object({
    id: z.int(),
    /** Such as `Chrome, Windows`; empty if the device is not recognized. */
    name: z.string(),
    ip: z.string(),
    signed_in_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof device>;

export const deviceList = z.object({ items: z.array(device) }).meta({ id: "DeviceList" });

/** Purposes whose consent can be withdrawn separately; an account requires the one for personal data. */
export const withdrawablePurpose = z.enum(["newsletter", "reminders", "analytics"]);
export type WithdrawablePurpose = z.infer<typeof withdrawablePurpose>;

export const listedPurposes = ["personal_data", "newsletter", "reminders", "analytics"] as const;

export const consentState = z
  .object({
    purpose: z.enum(listedPurposes),
    given: z.boolean(),
    given_at: z.iso.datetime().nullable(),
    /** The document that the person agreed to, such as `privacy-policy/ru-RU/3`. */
    version: z.string().nullable(),
    source_form: z.string().nullable(),
  })
  .meta({ id: "ConsentState" });
export type ConsentState = z.infer<typeof consentState>;

export const consentList = z.object({ items: z.array(consentState) }).meta({ id: "ConsentList" });
export const consentRequest = z.object({ given: z.boolean("required") }).meta({ id: "ConsentRequest" });

export const analyticsRequest = z
  .object({
    given: z.boolean("required"),
    /** What a guest got when they consented. */
    receipt: z.string().max(200, "invalid").default(""),
  })
  .meta({ id: "AnalyticsRequest" });
export const analyticsResponse = z.object({ receipt: z.string().nullable() }).meta({ id: "AnalyticsAnswer" });

export const newsletterRequest = z.object({ email, agree }).meta({ id: "NewsletterRequest" });
export const unsubscribeResponse = z
  .object({ purpose: z.enum(["newsletter", "reminders"]) })
  .meta({ id: "Unsubscribed" });

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

export const refusals = {
  login_failed: 401,
  second_factor_required: 401,
  second_factor_expired: 401,
  csrf_failed: 403,
  email_taken: 422,
  weak_password: 422,
  wrong_password: 422,
  wrong_code: 422,
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
