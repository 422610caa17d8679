/** The list of imports. */
export const IMPORTS_PATH = "/imports";

/** Returns the path of an import. */
export const getImportPath = (id: number) => `${IMPORTS_PATH}/${id}`;

/** Returns the path of an import with search parameters changed; null removes one. */
export function createChangesPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  changed.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size === 0 ? "?" : `?${changed}`;
}
