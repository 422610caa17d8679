import type { ProductCardData } from "@furoshiki/api/catalog";
import type { SearchAnswer, Suggestions } from "@furoshiki/api/search";
import { getSearchPath } from "./search-path.ts";

/** A row of the suggestions: its path and what it shows. */
export type SuggestionRow = { path: string } & (
  | { kind: "query"; text: string }
  | /** A category or a brand with its number of products. */ { kind: "listing"; text: string; count: number }
  | { kind: "answer"; answer: SearchAnswer }
  | { kind: "product"; card: ProductCardData }
  | { kind: "all" }
);

export type SuggestionGroup = {
  name: "answers" | "queries" | "categories" | "brands" | "products" | "all";
  rows: SuggestionRow[];
};

/** Creates the groups of suggestions for `q` in display and keyboard order; empty groups are omitted. */
export function createSuggestionGroups(q: string, suggestions: Suggestions): SuggestionGroup[] {
  const createLinkRow = (pathPrefix: string) => (entry: Suggestions["categories"][number]) =>
    ({ kind: "listing", path: `${pathPrefix}/${entry.link_rewrite}`, text: entry.name, count: entry.count }) as const;
  const groups: SuggestionGroup[] = [
    {
      name: "answers",
      rows: suggestions.answers.map((answer) => ({ kind: "answer", path: answer.path, answer })),
    },
    { name: "queries", rows: suggestions.queries.map((text) => ({ kind: "query", path: getSearchPath(text), text })) },
    { name: "categories", rows: suggestions.categories.map(createLinkRow("/category")) },
    { name: "brands", rows: suggestions.manufacturers.map(createLinkRow("/manufacturer")) },
    {
      name: "products",
      rows: suggestions.products.map((card) => ({ kind: "product", path: `/${card.link_rewrite}`, card })),
    },
  ];
  const nonEmptyGroups = groups.filter(({ rows }) => rows.length > 0);
  if (suggestions.products.length > 0)
    nonEmptyGroups.push({ name: "all", rows: [{ kind: "all", path: getSearchPath(q) }] });
  return nonEmptyGroups;
}

/**
 * Returns the active row after a key press in a list of `count` rows; -1 means none, null that the key does nothing.
 * Arrow keys wrap around; Home and End only work if a row is active.
 */
export function getNextRow(key: string, row: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return row + 1 < count ? row + 1 : 0;
  if (key === "ArrowUp") return row > 0 ? row - 1 : count - 1;
  // In the field these keys move the caret.
  if (row < 0) return null;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Splits a suggestion into the typed prefix and the rest. */
export function splitCompletion(text: string, query: string): [string, string] {
  const isPrefix = text.toLowerCase().startsWith(query.toLowerCase());
  return isPrefix ? [text.slice(0, query.length), text.slice(query.length)] : ["", text];
}
