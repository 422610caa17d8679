/** Returns the path of the audit log with changed search parameters; null removes a parameter. */
export function createAuditPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "/audit" : `/audit?${changed.toString()}`;
}
