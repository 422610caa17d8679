import { z } from "zod";

/** Field codes are the specification's own (spec §5). */
const isOneLine = (value: string) => !/\p{Cc}/u.test(value);
export const isReadable = (value: string) => isOneLine(value.replaceAll(/[\n\r\t]/g, " "));
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
export const line = (max: number) => trimmed.min(1, "required").max(max, "tooLong").refine(isOneLine, "invalid");
export const optionalLine = (max: number) =>
  z.string().trim().max(max, "tooLong").refine(isOneLine, "invalid").default("");
const typedPassword = z.string({ error: "required" }).min(1, "required").max(200, "longPassword");
const newPassword = typedPassword.min(8, "shortPassword");
const samePasswords = {
  path: ["password_confirmation"],
  error: "notification.invalid_password_match",
  // Told beside whatever else is wrong with the form, as long as both fields are there.
  when: ({ value }: { value: unknown }) => {
    const form = value as Record<string, unknown> | null;
    return typeof form?.["password"] === "string" && typeof form["password_confirmation"] === "string";
  },
};
const hasSamePasswords = (form: { password: string; password_confirmation: string }) =>
  form.password_confirmation === "" || form.password_confirmation === form.password;
const agree = z
  .boolean({ error: "notification.no_agree_personal" })
  .refine((value) => value, "notification.no_agree_personal");

export const loginRequest = z
  .object({
    email,
    password: typedPassword,
    remember: z.boolean().default(false),
    /** What an earlier sign-in on this device answered with. */
    device_token: z.string().max(2000, "invalid").default(""),
  })
  .meta({ id: "LoginRequest" });
export type LoginRequest = z.infer<typeof loginRequest>;

export const registerRequest = z
  .object({
    name: line(100),
    tel: phone,
    email,
    password: newPassword,
    password_confirmation: newPassword,
    agree,
  })
  .refine(hasSamePasswords, samePasswords)
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
  .refine(hasSamePasswords, samePasswords)
  .meta({ id: "ResetPasswordRequest" });

export const changePasswordRequest = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: newPassword,
  })
  .refine(hasSamePasswords, samePasswords)
  .meta({ id: "ChangePasswordRequest" });

const typedCode = trimmed.min(1, "required").max(60, "wrongCode");
const currentPassword = { current_password: typedPassword };
export const passwordRequest = z.object(currentPassword).meta({ id: "PasswordRequest" });
export const codeRequest = z
  .object({ code: typedCode })
  .meta({ id: "CodeRequest", description: "Six digits of the authenticator app" });
export const passwordAndCodeRequest = z
  .object({ ...currentPassword, code: typedCode })
  .meta({ id: "PasswordAndCodeRequest", description: "The code is the app's, or a recovery code" });
export const challengeRequest = z
  .object({ challenge: trimmed.min(1, "required").max(2000, "invalid"), code: typedCode })
  .meta({ id: "ChallengeRequest", description: "The challenge of a login, and the app's code or a recovery code" });

export const secondFactor = z
  .object({ enabled: z.boolean(), enabled_at: z.iso.datetime().nullable(), recovery_codes_left: z.int() })
  .meta({ id: "SecondFactor" });
export type SecondFactor = z.infer<typeof secondFactor>;

export const secondFactorKey = z
  .object({
    /** In base32, for typing. */
    key: z.string(),
    /** `otpauth://…`, for a picture that the app reads. */
    address: z.string(),
  })
  .meta({ id: "SecondFactorKey" });
export type SecondFactorKey = z.infer<typeof secondFactorKey>;

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const linkRequest = z
  .object({ token: trimmed.min(1, "required").max(200, "invalid") })
  .meta({ id: "LinkRequest", description: "The token of a link from a letter" });

export const emailChangeRequest = z
  .object({ email, current_password: typedPassword })
  .meta({ id: "EmailChangeRequest" });

export const emailConfirmed = z
  .object({
    /** `waiting`: one of two addresses has agreed to a change; `changed`: both have. */
    state: z.enum(["confirmed", "waiting", "changed"]),
  })
  .meta({ id: "EmailConfirmed" });
export type EmailConfirmed = z.infer<typeof emailConfirmed>;

export const device = z
  .object({
    id: z.int(),
    /** Such as `Chrome, Windows`; empty where the device does not say. */
    name: z.string(),
    ip: z.string(),
    signed_in_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof device>;

export const deviceList = z.object({ items: z.array(device) }).meta({ id: "DeviceList" });

/** Purposes that may be withdrawn by themselves; without the one for personal data there is no account. */
export const withdrawablePurpose = z.enum(["newsletter", "reminders", "analytics"]);
export type WithdrawablePurpose = z.infer<typeof withdrawablePurpose>;

export const shownPurposes = ["personal_data", "newsletter", "reminders", "analytics"] as const;

export const consentState = z
  .object({
    purpose: z.enum(shownPurposes),
    given: z.boolean(),
    given_at: z.iso.datetime().nullable(),
    /** The document that was agreed to, such as `privacy-policy/ru-RU/3`. */
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
    /** What a guest got when he agreed. */
    receipt: z.string().max(200, "invalid").default(""),
  })
  .meta({ id: "AnalyticsRequest" });
export const analyticsAnswer = z.object({ receipt: z.string().nullable() }).meta({ id: "AnalyticsAnswer" });

export const newsletterRequest = z.object({ email, agree }).meta({ id: "NewsletterRequest" });
export const unsubscribed = z.object({ purpose: z.enum(["newsletter", "reminders"]) }).meta({ id: "Unsubscribed" });

/** In the profile, name and surname are longer than two characters (spec §5). */
const profileName = line(100).min(3, "tooShort");

/** What is left out stays as it is; null empties a field. A birthday lies before today, which only the shop's clock knows. */
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
    /** The address to change to, while its letter waits for an answer. */
    new_email: z.string().nullable(),
    /** What a browser write carries in the `csrf-token` header when the cookie says who is there. */
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

/** The answer of a call whose whole answer is its message. */
export const nothing = z.object({}).meta({ id: "Nothing" });

/** City and street go on a Japanese label: English characters only (spec §5). */
const latinLine = (max: number) =>
  line(max)
    .regex(/^[ -~]*$/, "latinOnly")
    .regex(/[A-Za-z0-9]/, "latinOnly");

export const addressRequest = z
  .object({
    /** Empty: "Home address" in the language of the request (spec §3). */
    alias: optionalLine(60),
    first_name: line(60),
    last_name: line(60),
    middle_name: optionalLine(60),
    company: optionalLine(100),
    country: trimmed.min(1, "required").regex(/^[A-Z]{2}$/, "unknownCountry"),
    state: optionalLine(80),
    postcode: line(12).min(2, "invalidPostcode"),
    city: latinLine(80),
    address: latinLine(160),
    phone_mobile: phone,
    phone_home: z
      .string()
      .trim()
      .max(40, "phoneFormat")
      .regex(/^(.{9,})?$/, "shortPhone")
      .regex(phoneCharacters, "phoneFormat")
      .default(""),
    other: z.string().trim().max(500, "tooLong").refine(isReadable, "invalid").default(""),
  })
  .meta({ id: "AddressRequest" });
export type AddressRequest = z.infer<typeof addressRequest>;

export const address = addressRequest
  .extend({
    id: z.int(),
    country_name: z.string(),
    /** The mobile telephone as people write it; the kept one is E.164. */
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
