/** Reads a JSON value from local storage. Returns null if it is missing or malformed, or if storage is unavailable. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Blocked storage or invalid JSON is treated as missing.
    return null;
  }
}

/** Removes a value from local storage. Returns false if storage is unavailable, so that there is nothing to remove. */
export function removeStored(key: string): boolean {
  try {
    localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Writes a JSON value to local storage. Returns false if the browser cannot store it. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
