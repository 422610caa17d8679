import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";

/** The columns of a list in their order, and the height of its rows. */
export type ListLayout<Key extends string = string> = Readonly<{ columns: readonly Key[]; isCompact: boolean }>;

/** Search parameters of the layout. */
export const layoutParams: readonly string[] = ["columns", "density"];

/**
 * Returns the layout of a list: that of its URL (`columns`, `density`), or else what the person has chosen.
 *
 * @param all the columns that the list has besides its first one
 * @param defaults the columns of those who have chosen none
 */
export function getListLayout<Key extends string>(
  params: URLSearchParams,
  preference: ListPreference,
  { all, defaults }: { all: readonly Key[]; defaults: readonly Key[] },
): ListLayout<Key> {
  const choose = (keys: readonly string[]) => [...new Set(keys)].filter((key): key is Key => all.includes(key as Key));
  const columns = [choose(params.getAll("columns")), choose(preference.columns), defaults].find(
    (chosen) => chosen.length > 0,
  );
  const density = params.get("density");
  return { columns: columns ?? defaults, isCompact: density === null ? preference.is_compact : density === "compact" };
}

/** Returns a list with the item at a position moved by one place; the same list at its end. */
export function moveItem<T>(items: readonly T[], index: number, direction: -1 | 1): readonly T[] {
  const item = items[index];
  const target = index + direction;
  if (item === undefined || target < 0 || target >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
