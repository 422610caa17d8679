const MOST = 20; // decisions, Catalogue

/** Ids as they lie in the browser, the latest first; anything else is passed over. */
export function parseViewed(stored: unknown): number[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0);
  return [...new Set(ids)].slice(0, MOST);
}

export function withViewed(viewed: readonly number[], id: number): number[] {
  return [id, ...viewed.filter((other) => other !== id)].slice(0, MOST);
}
