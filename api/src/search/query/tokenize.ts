/** Longer queries are truncated: nobody types more, and more words find nothing more. */
const MAX_QUERY_LENGTH = 200;
const MAX_WORDS = 12;

/** Normalizes a query for comparison: NFKC, truncated, lower case, ё as е, single spaces. */
export function normalizeQuery(q: string): string {
  return q.normalize("NFKC").slice(0, MAX_QUERY_LENGTH).toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ").trim();
}

/**
 * Splits a query into at most 12 words in the same way as the database does with product texts: runs of letters and
 * runs of digits, so that "SPF50+" and "spf 50" are equal. Words never contain tsquery operators.
 */
export function tokenize(q: string): string[] {
  return (
    normalizeQuery(q)
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  );
}
