import type { FieldCheck } from "../forms/form-errors.tsx";

// The rules are those of the API (docs/domain/accounts.md), which validates again and decides. Each check returns an error
// code, or null for a valid value.
/** In characters. */
const MIN_PHONE_LENGTH = 9;
/** In characters. */
const MIN_PASSWORD_LENGTH = 8;

export const validateEmail: FieldCheck = (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : "invalidEmail");

export const validatePhone: FieldCheck = (value) => {
  const phone = value.trim();
  if (!/^[\d \-+()]*$/.test(phone)) return "phoneFormat";
  return phone.length < MIN_PHONE_LENGTH ? "shortPhone" : null;
};

const validateNewPassword: FieldCheck = (value) => (value.length < MIN_PASSWORD_LENGTH ? "shortPassword" : null);

const validatePasswordConfirmation: FieldCheck = (value, form) => {
  const passwordField = form.elements.namedItem("password");
  return passwordField instanceof HTMLInputElement && passwordField.value !== value
    ? "notification.invalid_password_match"
    : null;
};

/** The validators of a new password and its confirmation. */
export const newPasswordValidators = {
  password: validateNewPassword,
  password_confirmation: validatePasswordConfirmation,
};

/** Names in the profile must be longer than two characters. */
export const validateProfileName: FieldCheck = (value) => (value.trim().length > 2 ? null : "tooShort");

export const validatePastDate: FieldCheck = (value) =>
  value < new Date().toISOString().slice(0, 10) ? null : "pastDate";
