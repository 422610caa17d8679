import { z } from "zod";

/** Field codes are the specification's own (spec §5). */
const trimmed = z.string({ error: "required" }).trim();
const email = trimmed
  .min(1, "required")
  .max(254, "invalidEmail")
  .pipe(z.email({ error: "invalidEmail" }))
  .transform((value) => value.toLowerCase());
const phone = trimmed
  .min(1, "required")
  .min(9, "shortPhone")
  .max(40, "phoneFormat")
  .regex(/^[\d\s\-+()]+$/, "phoneFormat");
const newPassword = z.string({ error: "required" }).min(1, "required").min(8, "shortPassword").max(200, "longPassword");
const agree = z
  .boolean({ error: "notification.no_agree_personal" })
  .refine((value) => value, "notification.no_agree_personal");

export const loginRequest = z
  .object({
    email,
    password: z.string({ error: "required" }).min(1, "required").max(200, "longPassword"),
    remember: z.boolean().default(false),
  })
  .meta({ id: "LoginRequest" });
export type LoginRequest = z.infer<typeof loginRequest>;

export const registerRequest = z
  .object({
    name: trimmed.min(1, "required").max(100, "tooLong"),
    tel: phone,
    email,
    password: newPassword,
    password_confirmation: z.string({ error: "required" }),
    agree,
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ["password_confirmation"],
    error: "notification.invalid_password_match",
    when: ({ value }) => typeof (value as { password?: unknown }).password === "string",
  })
  .meta({ id: "RegisterRequest" });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const forgotPasswordRequest = z
  .object({
    email: trimmed
      .min(1, "user.invalid_email_for_reset")
      .pipe(z.email({ error: "invalidEmail" }))
      .transform((value) => value.toLowerCase()),
  })
  .meta({ id: "ForgotPasswordRequest" });

export const resetPasswordRequest = z
  .object({
    token: z.string({ error: "required" }).min(1, "required"),
    password: newPassword,
    password_confirmation: z.string({ error: "required" }),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ["password_confirmation"],
    error: "notification.invalid_password_match",
  })
  .meta({ id: "ResetPasswordRequest" });

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
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

export const session = user
  .extend({ token: z.string() })
  .meta({ id: "Session", description: "The user with a bearer token" });
export type Session = z.infer<typeof session>;

const ascii = /^[A-Za-z0-9][A-Za-z0-9 .,'\-/#()&]*$/;
const line = (max: number) => trimmed.min(1, "required").max(max, "tooLong");
const optionalLine = (max: number) => z.string().trim().max(max, "tooLong").default("");

/** City and street go on a Japanese label: English characters only (spec §5). */
export const addressRequest = z
  .object({
    alias: line(60),
    first_name: line(60),
    last_name: line(60),
    middle_name: optionalLine(60),
    company: optionalLine(100),
    country: trimmed.min(1, "required").regex(/^[A-Z]{2}$/, "unknownCountry"),
    state: optionalLine(80),
    postcode: line(12),
    city: line(80).regex(ascii, "latinOnly"),
    address: line(160).regex(ascii, "latinOnly"),
    phone_mobile: phone,
    phone_home: optionalLine(40),
    other: optionalLine(500),
  })
  .meta({ id: "AddressRequest" });
export type AddressRequest = z.infer<typeof addressRequest>;

export const address = addressRequest.extend({ id: z.int(), country_name: z.string() }).meta({ id: "Address" });
export type Address = z.infer<typeof address>;

export const refusals = {
  login_failed: 401,
  email_taken: 422,
  weak_password: 422,
  reset_link_used: 422,
  address_not_found: 404,
} as const;
