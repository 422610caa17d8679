/** Returns the first characters of a text as PostgreSQL can store it: without null characters and halves of surrogate pairs. */
export function cutText(text: string, maxLength: number): string {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed();
}
