/** Returns the product ids of the chosen gifts in the form. */
export function getChosenGiftIds(form: FormData): number[] {
  return form
    .getAll("present")
    .filter((id) => id !== "")
    .map(Number);
}
