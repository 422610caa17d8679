import type { Card } from "@furoshiki/api/catalogue";
import type { Suggestions } from "@furoshiki/api/search";
import { searchPath } from "./search-path.ts";

/** A row of the suggestions: where it leads, and what it shows. */
export type SuggestedRow = { path: string } & (
  | { kind: "query"; text: string }
  | { kind: "place"; text: string; count: number }
  | { kind: "product"; card: Card }
  | { kind: "all" }
);

export type SuggestedGroup = { name: "queries" | "categories" | "brands" | "products" | "all"; rows: SuggestedRow[] };

/** What was suggested for `q`, in the order in which it is shown and walked through; empty groups are left out. */
export function suggestedGroups(q: string, found: Suggestions): SuggestedGroup[] {
  const place = (folder: string) => (one: Suggestions["categories"][number]) =>
    ({ kind: "place", path: `${folder}/${one.link_rewrite}`, text: one.name, count: one.count }) as const;
  const groups: SuggestedGroup[] = [
    { name: "queries", rows: found.queries.map((text) => ({ kind: "query", path: searchPath(text), text })) },
    { name: "categories", rows: found.categories.map(place("/category")) },
    { name: "brands", rows: found.manufacturers.map(place("/manufacturer")) },
    {
      name: "products",
      rows: found.products.map((card) => ({ kind: "product", path: `/${card.link_rewrite}`, card })),
    },
  ];
  const filled = groups.filter(({ rows }) => rows.length > 0);
  if (found.products.length > 0) filled.push({ name: "all", rows: [{ kind: "all", path: searchPath(q) }] });
  return filled;
}

/** The row after a key in a list of `count`, -1 for none: arrows go round, Home and End only from a row. */
export function rowAfter(key: string, row: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return row + 1 < count ? row + 1 : 0;
  if (key === "ArrowUp") return row > 0 ? row - 1 : count - 1;
  // In the field itself these two keys move the caret.
  if (row < 0) return null;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** A text in its typed beginning and the rest. */
export function completion(text: string, typed: string): [string, string] {
  const begins = text.toLowerCase().startsWith(typed.toLowerCase());
  return begins ? [text.slice(0, typed.length), text.slice(typed.length)] : ["", text];
}
