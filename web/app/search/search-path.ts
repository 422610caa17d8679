export const SHORTEST_SEARCH = 3; // spec §9

/** Where a search leads, without the locale's prefix. */
export function searchPath(q: string): string {
  return `/product_search?q=${encodeURIComponent(q)}`;
}
