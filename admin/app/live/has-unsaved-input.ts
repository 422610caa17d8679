/**
 * Returns whether a part of the page has an open dialog, or a field whose text was changed: its data is not reloaded
 * without asking then.
 */
export function hasUnsavedInput(root: ParentNode): boolean {
  if (root.querySelector("dialog[open]")) return true;
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=hidden]), textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}
