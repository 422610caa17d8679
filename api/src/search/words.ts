/** A longer query is cut: nobody types more, and nothing longer finds more. */
const QUERY_MAX = 200;
const WORDS_MAX = 12;

/** A query as it is compared: one form of every letter, small, ё as е, single spaces. */
export function tidyQuery(q: string): string {
  return q.normalize("NFKC").slice(0, QUERY_MAX).toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ").trim();
}

/**
 * The words of a query, as the database divides a product's texts: runs of letters and runs of digits,
 * so that "SPF50+" and "spf 50" are the same. Nothing is left that a text search would read as an operator.
 */
export function wordsOf(q: string): string[] {
  return (
    tidyQuery(q)
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu)
      ?.slice(0, WORDS_MAX) ?? []
  );
}
