/** Values of a form by the names of their fields; of a checkbox that is not checked, and of a missing field, it is empty. */
export type FormValues = Readonly<Record<string, string>>;

/** Returns the fields of a form that differ from the stored record. */
export function readChangedValues(form: HTMLFormElement, stored: FormValues): FormValues {
  const data = new FormData(form);
  const values = Object.entries(stored).map(([name]) => [name, String(data.get(name) ?? "")] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== stored[name]));
}

/** Enters values into a form, as a person would, so that the components of its fields notice. */
export async function enterValues(form: HTMLFormElement, values: FormValues): Promise<void> {
  enterMissingValues(form, values);
  // A field can appear because of another one, such as the address, or get other choices.
  await new Promise(requestAnimationFrame);
  enterMissingValues(form, values);
}

function enterMissingValues(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values))
    if (String(new FormData(form).get(name) ?? "") !== value) enterValue(form.elements.namedItem(name), value);
}

function enterValue(field: RadioNodeList | Element | null, value: string): void {
  if (field instanceof RadioNodeList) {
    const button = [...field].find((one) => one instanceof HTMLInputElement && one.value === value);
    if (button instanceof HTMLInputElement && button.type === "radio") button.click();
    return;
  }
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    if (field.checked !== (value !== "")) field.click();
    return;
  }
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement])
    if (field instanceof Element && Object.getPrototypeOf(field) === prototype) {
      // React overrides the property of the element, to tell events of its own changes from those of a person.
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
}
