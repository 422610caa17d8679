const KEY = "gift-draft";

/** Saves what a guest typed while they sign in. In session storage, since it contains other people's data. */
export function saveDraft(values: Record<string, string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Storage is unavailable: it has to be typed again.
  }
}

/** Returns the saved draft and deletes it; null if there is none. */
export function popDraft(): Record<string, string> | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const stored: unknown = text === null ? null : JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return null;
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    // Unavailable storage and malformed JSON count as no draft.
    return null;
  }
}
