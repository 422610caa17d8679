const typedIn = new Set(["text", "search", "email", "tel", "url", "textarea"]);

type Field = { type: string; value: string; autocomplete: string };

/** What is in a text field, without the spaces around it. A password, shown or not, a date or a choice stays as it is. */
export function trimmedValue({ type, value, autocomplete }: Field): string {
  return typedIn.has(type) && !autocomplete.includes("password") ? value.trim() : value;
}

/** Trims text fields at each change (spec §5): when they are left or sent, not while a name of two words is typed. */
export function trimInputs(): () => void {
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const trimmed = trimmedValue(target);
    if (trimmed === target.value) return;
    // Past the setter that React keeps an eye on, so that it hears of the new value.
    const { prototype } = target instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, trimmed);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };
  document.addEventListener("change", onChange, true);
  return () => document.removeEventListener("change", onChange, true);
}
