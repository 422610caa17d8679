import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { FormValues } from "../drafts/form-values.ts";
import { getItemName, readProductEdits } from "./product-form.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Changes the value of a field as a person would, so that its component and its draft notice. */
export function setFieldValue(field: Field, value: string): void {
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Finds a field of a form by its name; not the hidden one that a conflict adds for the same name. */
export function findField(form: HTMLFormElement | null, name: string): Field | null {
  return form?.querySelector<Field>(`[data-field][name="${name}"]`) ?? null;
}

function setChecked(form: HTMLFormElement, field: "concern_ids" | "tag_ids", ids: readonly string[]): void {
  const prefix = getItemName(field, 0).slice(0, -1);
  for (const item of form.querySelectorAll<HTMLInputElement>(`[data-field][name^="${prefix}"]`))
    if (item.checked !== ids.includes(item.value)) item.click();
}

/** Sets a field and the value that the person has seen of it. */
function setValue(form: HTMLFormElement, seen: HTMLTextAreaElement, name: string, value: string): void {
  seen.value = value;
  setProductField(form, name, value);
}

/** Sets a field of the form of a product, as a person would. @param value the ids of a list with spaces */
export function setProductField(form: HTMLFormElement, name: string, value: string): void {
  if (name === "concern_ids" || name === "tag_ids") {
    setChecked(form, name, value.split(" "));
    return;
  }
  const field = findField(form, name);
  if (field && field.value !== value) setFieldValue(field, value);
}

/**
 * Keeps the form of a product up to date: fields that the person has not changed follow the stored record, and those
 * that they have changed keep what was typed together with the value that they saw.
 *
 * @param stored the values of the record by the names of the fields
 * @param conflicts the fields whose conflict the person resolves: once it is, they follow the record too
 * @returns the names of the changed fields, and a function that sets all fields to the stored values
 */
export function useProductForm(
  ref: RefObject<HTMLFormElement | null>,
  stored: FormValues,
  conflicts: readonly string[],
): { changed: readonly string[]; discard: () => void } {
  const [changed, setChanged] = useState<readonly string[]>([]);
  const compare = () => {
    const names = ref.current ? Object.keys(readProductEdits(new FormData(ref.current))) : [];
    setChanged((before) => (before.join(" ") === names.join(" ") ? before : names));
  };
  const lastConflicts = useRef(conflicts);
  const follow = useEffectEvent(() => {
    const form = ref.current;
    if (!form) return;
    const resolved = conflicts.length === 0 ? lastConflicts.current : [];
    lastConflicts.current = conflicts;
    const edited = new Set(Object.keys(readProductEdits(new FormData(form))));
    for (const [name, value] of Object.entries(stored)) {
      const seen = form.querySelector<HTMLTextAreaElement>(`[data-seen="${name}"]`);
      if (!seen || conflicts.includes(name) || (seen.value === value && !resolved.includes(name))) continue;
      if (edited.has(name) && !resolved.includes(name) && findField(form, name)?.value !== value) continue;
      setValue(form, seen, name, value);
    }
    compare();
  });
  const discard = () => {
    for (const [name, value] of Object.entries(stored)) {
      const seen = ref.current?.querySelector<HTMLTextAreaElement>(`[data-seen="${name}"]`);
      if (ref.current && seen) setValue(ref.current, seen, name, value);
    }
    compare();
  };
  useEffect(() => follow(), [stored, conflicts]);
  const handleInput = useEffectEvent(compare);
  useEffect(() => {
    const form = ref.current;
    if (!form) return undefined;
    const listening = new AbortController();
    for (const type of ["input", "change"])
      form.addEventListener(type, () => handleInput(), { signal: listening.signal });
    return () => listening.abort();
  }, [ref]);
  return { changed, discard };
}
