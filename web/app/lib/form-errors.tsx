import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from "react";
import type { FieldErrors } from "./api.ts";
import type { FormAnswer } from "./form-answer.ts";
import { useShop } from "./shop.tsx";

/** Looks at a field when it is left; gives the code of what is wrong, or null. */
export type FieldCheck = (value: string, form: HTMLFormElement) => string | null;

type Told = { answer: FormAnswer | undefined; own: Record<string, string | null> };

/**
 * What is wrong with the fields of a form, in the reader's language: first what the shop answered, then, field by
 * field, what is found when it is left again. An answer with errors brings the reader to the first of them.
 */
export function useFormErrors(
  answer: FormAnswer | undefined,
  checks: Record<string, FieldCheck> = {},
  /** Texts of a form's own for codes that the messages say more generally. */
  texts: Record<string, string> = {},
) {
  const { t } = useShop();
  const ref = useRef<HTMLFormElement>(null);
  const [told, setTold] = useState<Told>({ answer, own: {} });
  if (told.answer !== answer) setTold({ answer, own: {} });
  const own = told.answer === answer ? told.own : {};

  useEffect(() => {
    if (answer && !answer.ok) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);

  const say = (code: string) => {
    const key = `field.${code}`;
    return texts[code] ?? (t.has(key) ? t(key) : t("field.invalid"));
  };
  const judge = (field: TypedField) => {
    const { name, value, form } = field;
    const check = checks[name];
    if (!check || !form) return;
    // What was only passed by is not called missing.
    if (value === "" && own[name] === undefined) return;
    const found = value === "" ? null : check(value, form);
    setTold((now) => ({ answer, own: { ...now.own, [name]: found } }));
  };
  const codesOf = (name: string) => {
    const found = own[name];
    return found === undefined ? (answer?.errors[name] ?? []) : found === null ? [] : [found];
  };
  return {
    /** Texts of a field, undefined where nothing is wrong. */
    of(name: string): string[] | undefined {
      const codes = codesOf(name);
      return codes.length > 0 ? codes.map(say) : undefined;
    },
    /** For the form: the fields are judged here, not by the browser's own bubbles. */
    form: {
      ref,
      noValidate: true,
      onBlur(event: FocusEvent<HTMLFormElement>) {
        const field = event.target as Element;
        // On the way to a button nothing may move under the pointer: the button would not be pressed.
        if (isTyped(field) && !(event.relatedTarget instanceof HTMLButtonElement)) judge(field);
      },
      /** What is mended is no longer called wrong, while it is typed. */
      onInput(event: FormEvent<HTMLFormElement>) {
        const field = event.target as Element;
        if (!isTyped(field) || codesOf(field.name).length === 0 || !field.form) return;
        const found = field.value === "" ? null : (checks[field.name]?.(field.value, field.form) ?? null);
        if (found === null) setTold((now) => ({ answer, own: { ...now.own, [field.name]: null } }));
      },
    },
    /** Looks at a field again, after something else than typing changed it. */
    judge,
  };
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTyped(field: Element): field is TypedField {
  return (
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  );
}

/** The sentence above the fields: only where no field says it already. */
export function bannerOf(answer: FormAnswer | undefined): string | null {
  return answer && !answer.ok && isEmpty(answer.errors) ? answer.message : null;
}

function isEmpty(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
