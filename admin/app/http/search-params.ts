import type { z } from "zod";

/** Changes of search parameters by their names; null removes one. */
type ParamChanges = Readonly<Record<string, string | null>>;

/** The search parameters of a place in a list, and of what is open over it. */
const placeParams: ReadonlySet<string> = new Set(["after", "before", "page", "do"]);

/** Returns the query of a path with changed search parameters. It begins with `?` unless it is empty. */
export function changeSearchParams(params: URLSearchParams, changes: ParamChanges): string {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "" : `?${changed}`;
}

/** Like `changeSearchParams`, for a list: from its first page, unless the changes have a place. */
export function changeListParams(params: URLSearchParams, changes: ParamChanges): string {
  return changeSearchParams(new URLSearchParams(listKeptParams(params, [])), changes);
}

/** Returns the search parameters that a form over a list keeps: those that it does not set, without the place in the list. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => !formParams.includes(name) && !placeParams.has(name));
}

/** Returns the names of the search parameters that are empty, such as a form sends them, or that a schema refuses. */
export function findInvalidParams(schema: z.ZodObject, params: URLSearchParams): string[] {
  const emptyNames = [...params].filter(([, value]) => value === "").map(([name]) => name);
  const values = Object.fromEntries([...params].filter(([name]) => !emptyNames.includes(name)));
  const invalidNames = schema.safeParse(values).error?.issues.map(({ path }) => String(path[0])) ?? [];
  return [...new Set([...emptyNames, ...invalidNames])];
}
