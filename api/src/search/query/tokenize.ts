/** Longer queries are truncated: nobody types more, and more words find nothing more. */
const MAX_QUERY_LENGTH = 200;
const MAX_WORDS = 12;
const MIN_CODE_LENGTH = 4;

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

/** Returns the query as a reference or barcode, or undefined. A code has at least one digit and four characters. */
export function extractCode(q: string): string | undefined {
  const code = normalizeQuery(q).replace(/[^\p{L}\p{N}]+/gu, "");
  const isCode = /^[a-z0-9]+$/.test(code) && /\d/.test(code) && code.length >= MIN_CODE_LENGTH;
  return isCode ? code : undefined;
}
