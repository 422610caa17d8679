import type { FormErrors } from "../api-client/form-errors.ts";
import type { Translator } from "../i18n/messages.ts";

/** Returns the localized errors of a field; for a code without a text of its own, the message of the form. */
export function getFieldErrors(
  t: Translator,
  formErrors: FormErrors | undefined,
  field: string,
): readonly string[] | undefined {
  const codes = formErrors?.errors[field];
  return codes && [...new Set(codes.map((code) => t.find(`field.${code}`) ?? formErrors.message))];
}

/** Returns the message of a form whose errors belong to no field. */
export function getFormMessage(formErrors: FormErrors | undefined): string | undefined {
  return formErrors && Object.keys(formErrors.errors).length === 0 ? formErrors.message : undefined;
}
