import { type SearchQuality, evaluateSearch } from "../demo/search-gate/evaluate-search.ts";

/** Runs the everyday queries of each language against a started demo shop. */
export const measureSearchQuality = (origin: string): Promise<SearchQuality[]> =>
  evaluateSearch(async (path, locale) => {
    const response = await fetch(origin + path, { headers: { accept: "application/json", "accept-language": locale } });
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  });
