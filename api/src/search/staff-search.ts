import { type RawBuilder, sql } from "kysely";
import { switchLayout } from "../platform/i18n/keyboard-layout.ts";
import { extractCode, normalizeQuery, tokenize } from "./query/tokenize.ts";

/** What staff search for: the beginning of a code, and words in both keyboard layouts. */
export type StaffSearch = Readonly<{
  code: string | null;
  words: readonly string[];
  switchedWords: readonly string[];
}>;

/** Parses a text that staff search products for. */
export function parseStaffSearch(text: string): StaffSearch & { switched: string } {
  const query = normalizeQuery(text);
  const switched = switchLayout(query);
  return {
    code: extractCode(query) ?? null,
    words: tokenize(query),
    switchedWords: tokenize(switched),
    switched,
  };
}

/**
 * Selects the `id` of the products of any status whose reference or barcode begins with `code`, or whose names have all
 * words. The switched words are searched for if neither is found: then `is_switched` is true.
 */
export function selectStaffMatches(
  { code, words, switchedWords }: StaffSearch,
  maxMatches: number,
): RawBuilder<unknown> {
  return sql`(
    with written as materialized (
      select id from products where normalize_product_code(reference) like ${code}::text || '%'
      union select id from products where barcode like ${code}::text || '%'
      union select unnest(find_products_by_name(${words}::text[], ${maxMatches}))
    ), switched as materialized (
      select unnest(find_products_by_name(${switchedWords}::text[], ${maxMatches})) as id
      where not exists (select from written)
    )
    select id, false as is_switched from written union all select id, true from switched
  )`;
}
