/** The minimum length of a search, in characters (docs/domain/search.md). */
export const MIN_SEARCH_LENGTH = 3;

/** Returns the path of a search, without locale prefix. */
export function getSearchPath(q: string): string {
  return `/product_search?q=${encodeURIComponent(q)}`;
}
