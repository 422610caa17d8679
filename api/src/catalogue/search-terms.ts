import { type RawBuilder, sql } from "kysely";

const WORDS_MAX = 12;

/**
 * The words of a query as a text search: every word must be there, in a Russian or English form or as written;
 * the last one may be unfinished. ё counts as е.
 */
export function searchTerms(q: string): RawBuilder<unknown> {
  const words = queryWords(q);
  if (words.length === 0) return sql`''::tsquery`;
  const forms = words.map((word) => {
    const prefix = `'${word}':*`;
    return sql`(to_tsquery('russian', ${prefix}) || to_tsquery('english', ${prefix}) || to_tsquery('simple', ${prefix}))`;
  });
  return sql`(${sql.join(forms, sql` && `)})`;
}

/** Words of letters and digits in lower case: nothing that a text search would read as an operator. */
export function queryWords(q: string): string[] {
  return (
    q
      .normalize("NFC")
      .toLowerCase()
      .replaceAll("ё", "е")
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, WORDS_MAX) ?? []
  );
}
