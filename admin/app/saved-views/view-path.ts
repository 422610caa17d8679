/** Search parameters that are not part of a view: the position in the list and the row height. */
const positionParams = new Set(["after", "before", "limit", "density"]);

/** Returns the query of a view: the search parameters of its list, sorted by name. */
export function createViewQuery(params: URLSearchParams): string {
  const query = new URLSearchParams([...params].filter(([name, value]) => value !== "" && !positionParams.has(name)));
  query.sort();
  return query.toString();
}
