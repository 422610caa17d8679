const KEY = "gift-draft";

/** Keeps what a guest typed while he signs in, in this tab alone: it names other people. */
export function keepDraft(values: Record<string, string>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Closed storage: it has to be typed again.
  }
}

/** What was kept, once; null where nothing was. */
export function takeDraft(): Record<string, string> | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const kept: unknown = text === null ? null : JSON.parse(text);
    if (typeof kept !== "object" || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    // Closed storage, or text that is no JSON, counts as nothing kept.
    return null;
  }
}
