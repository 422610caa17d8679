/** Merges two edits of a list without order: what either of them added or removed is added or removed. */
export function mergeLists(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isKept = (item: string) => !base.includes(item) || (mine.includes(item) && theirs.includes(item));
  return [...new Set([...mine, ...theirs])].filter(isKept);
}
