/** Whether the postcode matches the country's pattern, as in the API. Returns true if the pattern is not a valid regular expression. */
export function isValidPostcode(postcode: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "v").test(postcode.trim().toUpperCase());
  } catch {
    // The API validates the postcode again.
    return true;
  }
}

/** Returns the number of digits of a postcode, or null if the pattern allows other characters. */
export function getPostcodeLength(pattern: string): number | null {
  const count = /^\^?\[0-9\]\{(\d+)\}\$?$/.exec(pattern)?.[1];
  return count ? Number(count) : null;
}
