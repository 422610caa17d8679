import { useEffect, type RefObject } from "react";

/**
 * Focuses the first field that was refused, or the submit button next to the message. For forms whose page is scrolled
 * to the top by a submission.
 * @param result what the action responded with; undefined if nothing was submitted
 */
export function useFocusAfterRefusal(form: RefObject<HTMLFormElement | null>, result: object | undefined): void {
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>("[aria-invalid=true], button[type=submit]")?.focus();
  }, [form, result]);
}
