import { useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import type { FieldErrors } from "../api-client/request-context.ts";
import type { FormResult } from "./form-result.ts";
import { useResultEffect } from "./use-result-effect.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Validates a field when it loses focus; returns an error code or null. */
export type FieldCheck = (value: string, form: HTMLFormElement) => string | null;

type ErrorState = { result: FormResult | undefined; fieldErrors: Record<string, string | null> };

/**
 * Returns the errors of a form's fields as localized texts: first those of the submission; then, for each field that loses
 * focus, the result of its client-side check. After a failed submission the first invalid field gets the focus.
 */
export function useFormErrors(
  result: FormResult | undefined,
  checks: Record<string, FieldCheck> = {},
  /** Texts of this form for error codes whose general text is not specific enough. */
  customTexts: Record<string, string> = {},
) {
  const { t } = useAccountI18n();
  const ref = useRef<HTMLFormElement>(null);
  /** Whether the focus leaves a field because Tab was pressed. */
  const isTabbing = useRef(false);
  const [errorState, setErrorState] = useState<ErrorState>({ result, fieldErrors: {} });
  if (errorState.result !== result) setErrorState({ result, fieldErrors: {} });
  const fieldErrors = errorState.result === result ? errorState.fieldErrors : {};

  useFocusOnFailure(ref, result);
  const translate = (code: string) => customTexts[code] ?? t.find(`field.${code}`) ?? t("field.invalid");
  const validate = (field: TextControl) => {
    const { name, value, form } = field;
    const check = checks[name];
    if (!check || !form) return;
    // A field that was focused but never filled in is not reported as missing.
    if (value === "" && fieldErrors[name] === undefined) return;
    const error = value === "" ? null : check(value, form);
    setErrorState((previous) => ({ result, fieldErrors: { ...previous.fieldErrors, [name]: error } }));
  };
  const getCodes = (name: string) => {
    const error = fieldErrors[name];
    return error === undefined ? (result?.errors[name] ?? []) : error === null ? [] : [error];
  };
  return {
    /** The error texts of a field; undefined if it is valid. */
    getErrors(name: string): string[] | undefined {
      const codes = getCodes(name);
      return codes.length > 0 ? codes.map(translate) : undefined;
    },
    /** Props for the form element: the fields are validated here instead of by the browser. */
    form: {
      ref,
      noValidate: true,
      onKeyDown({ key }: KeyboardEvent<HTMLFormElement>) {
        isTabbing.current = key === "Tab";
      },
      onBlur(event: FocusEvent<HTMLFormElement>) {
        const field = event.target as Element;
        // A click on a button moves the focus there: an error that appears now would move the button away from the pointer.
        const isClickingButton = !isTabbing.current && event.relatedTarget instanceof HTMLButtonElement;
        isTabbing.current = false;
        if (isTextControl(field) && !isClickingButton) validate(field);
      },
      /** Clears the error of a field as soon as its value becomes valid. */
      onInput(event: FormEvent<HTMLFormElement>) {
        const field = event.target as Element;
        if (!isTextControl(field) || getCodes(field.name).length === 0 || !field.form) return;
        const error = field.value === "" ? null : (checks[field.name]?.(field.value, field.form) ?? null);
        if (error === null)
          setErrorState((previous) => ({ result, fieldErrors: { ...previous.fieldErrors, [field.name]: null } }));
      },
    },
    /** Validates a field again after it was changed by something other than typing. */
    validate,
  };
}

/** Moves the focus to the first invalid field after a failed submission. */
function useFocusOnFailure(form: RefObject<HTMLFormElement | null>, result: FormResult | undefined): void {
  useResultEffect(result, ({ ok }) => {
    if (!ok) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(field: Element): field is TextControl {
  return (
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  );
}

/** Returns the general error message of a failed submission; null if the errors belong to fields. */
export function getFormError(result: FormResult | undefined): string | null {
  return result && !result.ok && isEmpty(result.errors) ? result.message : null;
}

function isEmpty(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
