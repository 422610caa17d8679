/** Browser storage that may be missing, full or closed: then the shop simply forgets. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Closed storage or text that is no JSON counts as nothing stored.
    return null;
  }
}

/** False when the browser would not keep it. */
export function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
