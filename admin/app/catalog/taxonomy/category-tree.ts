import type { Term } from "./term-kinds.ts";

/** A category in the tree: its depth from 0, its parent, and its place among the siblings. */
export type TreeRow = Readonly<{ term: Term; depth: number; parentId: number | null; place: number; siblings: number }>;

/** Returns the rows of the tree. The API lists parents before their children. */
export function buildTree(categories: readonly Term[]): TreeRow[] {
  const depths = new Map<number, number>();
  const counts = new Map<number | null, number>();
  const getParentId = ({ parent_id: parentId }: Term) => (typeof parentId === "number" ? parentId : null);
  const rows = categories.map((term) => {
    const parentId = getParentId(term);
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1;
    depths.set(term.id, depth);
    const place = counts.get(parentId) ?? 0;
    counts.set(parentId, place + 1);
    return { term, depth, parentId, place };
  });
  return rows.map((row) => ({ ...row, siblings: counts.get(row.parentId) ?? 1 }));
}

/** Returns the ids of a category and of those below it, which cannot become its parent. */
export function listSubtree(rows: readonly TreeRow[], id: number): ReadonlySet<number> {
  const ids = new Set([id]);
  for (const { term, parentId } of rows) if (parentId !== null && ids.has(parentId)) ids.add(term.id);
  return ids;
}

/** A move as the value of a button: the category, its parent and place, and the new ones. */
export type CategoryMove = Readonly<{ id: number; from: Place; to: Place }>;
type Place = Readonly<{ parent_id: number | null; place: number }>;

/** Returns the value of a button that moves a category. */
export function formatMove({ id, from, to }: CategoryMove): string {
  return [id, from.parent_id ?? 0, from.place, to.parent_id ?? 0, to.place].join(" ");
}

/** Parses the value of a button that moves a category; null if it is not one. */
export function parseMove(value: string): CategoryMove | null {
  const [id = 0, fromParent = 0, fromPlace = 0, toParent = 0, toPlace = 0] = value.split(" ").map(Number);
  if (!/^\d+( \d+){4}$/.test(value)) return null;
  return {
    id,
    from: { parent_id: fromParent || null, place: fromPlace },
    to: { parent_id: toParent || null, place: toPlace },
  };
}
