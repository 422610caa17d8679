import { ApiError, type FieldErrors } from "../api-client/request-context.ts";
import { looksLikeConnectionError } from "../offline/connection-error.ts";
import { getDocumentLocale } from "../i18n/document-locale.ts";
import { getTranslator } from "../i18n/messages.ts";

/** The result of a form submission: success, or what is wrong. */
export type FormResult = {
  ok: boolean;
  /** The message of the API response. */
  message: string | null;
  /** The error code of the API response. */
  code: string | null;
  errors: FieldErrors;
  /** The submitted values, so that nothing has to be entered twice. Never contains a password. */
  values: Record<string, string>;
};

/** Returns the values of the named text fields of a form; an empty string for a missing one. */
export function getFormValues(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, getFormValue(form, name)]));
}

/** Returns the value of a text field of a form; an empty string if it is missing. */
export function getFormValue(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Creates the result of a successful submission. */
export function createSuccessResult(message: string | null = null, values: Record<string, string> = {}): FormResult {
  return { ok: true, message, code: null, errors: {}, values };
}

/** Converts an error response of the API into a form result. @throws any error that is not an ApiError */
export function createErrorResult(error: unknown, values: Record<string, string> = {}): FormResult {
  if (!(error instanceof ApiError)) throw error;
  return { ok: false, message: error.message, code: error.code, errors: error.errors, values };
}

/** Returns the error message of a fetcher whose submission has failed; null while it is submitting. */
export function getErrorMessage({ state, data }: { state: string; data?: FormResult | undefined }): string | null {
  return state === "idle" && data && !data.ok ? data.message : null;
}

/**
 * For client actions: if the connection is lost, returns an error result, so that the page stays and the form keeps
 * what was entered.
 */
export async function catchConnectionError<T>(action: () => Promise<T>): Promise<T | FormResult> {
  try {
    return await action();
  } catch (error) {
    if (!looksLikeConnectionError(error)) throw error;
    const t = getTranslator(getDocumentLocale());
    return { ok: false, message: t("error.offline"), code: "offline", errors: {}, values: {} };
  }
}
