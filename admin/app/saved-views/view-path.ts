/** Search parameters that are not part of a view: the position in the list, the open record and the row height. */
const positionParams = new Set(["after", "before", "limit", "entry", "item", "density"]);

/**
 * Returns the query of a view: the search parameters of its list, sorted by name.
 *
 * @param defaults what the list shows without a parameter
 */
export function createViewQuery(params: URLSearchParams, defaults: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams([...params].filter(([name, value]) => value !== "" && !positionParams.has(name)));
  for (const [name, value] of Object.entries(defaults)) if (!query.has(name)) query.set(name, value);
  query.sort();
  return query.toString();
}
