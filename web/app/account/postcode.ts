/** Whether a whole postcode has its country's form, as the shop's API reads it. A pattern that no browser reads lets it pass. */
export function fitsPostcode(postcode: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "v").test(postcode.trim().toUpperCase());
  } catch {
    // The API has the last word.
    return true;
  }
}

/** How many digits a postcode has where it is digits alone, otherwise null. */
export function digitsOf(pattern: string): number | null {
  const count = /^\^?\[0-9\]\{(\d+)\}\$?$/.exec(pattern)?.[1];
  return count ? Number(count) : null;
}
