import { ApiError, type FieldErrors } from "./api.ts";
import { isUnanswered } from "./connection-failure.ts";
import { defaultLocale, isLocale } from "./locale.ts";
import { textsOf } from "./texts.ts";

/** What a form is told after it was sent: that it is done, or what is in the way. */
export type FormAnswer = {
  ok: boolean;
  /** The shop's own sentence. */
  message: string | null;
  /** The API's code of a refusal. */
  code: string | null;
  errors: FieldErrors;
  /** What was typed, so that nothing is typed twice. Never a password. */
  values: Record<string, string>;
};

/** The named text fields of a form, as they were sent. */
export function typedIn(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export function done(message: string | null = null, values: Record<string, string> = {}): FormAnswer {
  return { ok: true, message, code: null, errors: {}, values };
}

/** What the API refused, as a form shows it. @throws whatever is no answer of the API. */
export function refused(error: unknown, values: Record<string, string> = {}): FormAnswer {
  if (!(error instanceof ApiError)) throw error;
  return { ok: false, message: error.message, code: error.code, errors: error.errors, values };
}

/**
 * For client actions: a lost connection does not take the page away; the form says so and keeps what was typed.
 */
export async function orOffline<T>(act: () => Promise<T>): Promise<T | FormAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const { lang } = document.documentElement;
    const t = textsOf(isLocale(lang) ? lang : defaultLocale);
    return { ok: false, message: t("error.offline"), code: "offline", errors: {}, values: {} };
  }
}
