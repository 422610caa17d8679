const trimmedTypes = new Set(["text", "search", "email", "tel", "url", "textarea"]);

type Field = { type: string; value: string; autocomplete: string };

/**
 * The value of a text field without surrounding spaces. Passwords (hidden or shown), dates and choices are not changed.
 */
export function trimValue({ type, value, autocomplete }: Field): string {
  return trimmedTypes.has(type) && !autocomplete.includes("password") ? value.trim() : value;
}

/**
 * Trims text fields on the `change` event: when they lose focus or are submitted, not while typing. Returns a function
 * that stops it.
 */
export function trimInputs(): () => void {
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const trimmed = trimValue(target);
    if (trimmed === target.value) return;
    // Use the prototype's setter, which bypasses React's value tracking, so that React notices the new value.
    const { prototype } = target instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, trimmed);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };
  document.addEventListener("change", onChange, true);
  return () => document.removeEventListener("change", onChange, true);
}
