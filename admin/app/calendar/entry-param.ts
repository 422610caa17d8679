/** Returns the search parameters of the calendar with the details of an entry; null closes them. */
export function setEntry(params: URLSearchParams, id: string | null): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (id === null) changed.delete("entry");
  else changed.set("entry", id);
  return changed;
}

/** Returns the task whose details are shown; null for another entry or without one. */
export function parseTaskEntry(params: URLSearchParams): number | null {
  const [, id] = /^task-(\d{1,10})$/.exec(params.get("entry") ?? "") ?? [];
  return id === undefined ? null : Number(id);
}
