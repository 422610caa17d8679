import type { FieldCheck } from "../lib/form-errors.tsx";

const PHONE_MIN = 9; // spec §9
const PASSWORD_MIN = 8; // spec §9

/** The specification's rules that can be told before anything is sent (spec §5); the shop's API has the last word. */
export const checkEmail: FieldCheck = (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : "invalidEmail");

export const checkPhone: FieldCheck = (value) => {
  const phone = value.trim();
  if (!/^[\d \-+()]*$/.test(phone)) return "phoneFormat";
  return phone.length < PHONE_MIN ? "shortPhone" : null;
};

export const checkNewPassword: FieldCheck = (value) => (value.length < PASSWORD_MIN ? "shortPassword" : null);

export const checkSamePassword: FieldCheck = (value, form) => {
  const first = form.elements.namedItem("password");
  return first instanceof HTMLInputElement && first.value !== value ? "notification.invalid_password_match" : null;
};

/** In the profile, names are longer than two characters (spec §5). */
export const checkProfileName: FieldCheck = (value) => (value.trim().length > 2 ? null : "tooShort");

export const checkPastDate: FieldCheck = (value) => (value < new Date().toISOString().slice(0, 10) ? null : "pastDate");
