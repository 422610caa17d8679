import { useState } from "react";
import { useLocation } from "react-router";

type LiveRows<Row> = Readonly<{
  /** The rows that the list had when it was opened, with their current data. */
  rows: readonly Row[];
  /** The ids of the rows that were changed since then, or no longer belong to the list. */
  changedIds: ReadonlySet<number>;
  /** How many rows wait to be shown. */
  newCount: number;
  /** Shows the new rows, and removes those that no longer belong to the list. */
  showNew: () => void;
}>;

/**
 * The rows of a list whose data is reloaded while it is open: they stay where they are, and new ones wait until the
 * person shows them. A navigation shows the current rows.
 * @param hasNextPage whether rows were left out after the last one: then new rows push others off the page
 */
export function useLiveRows<Row extends { id: number }>(rows: readonly Row[], hasNextPage: boolean): LiveRows<Row> {
  const { key } = useLocation();
  const [held, setHeld] = useState({ key, rows });
  const heldRows = held.key === key ? held.rows : rows;
  if (held.key !== key) setHeld({ key, rows });
  return { ...mergeRows(heldRows, rows, hasNextPage), showNew: () => setHeld({ key, rows }) };
}

/** Returns the rows of an open list with the data of the current ones. */
export function mergeRows<Row extends { id: number }>(
  heldRows: readonly Row[],
  currentRows: readonly Row[],
  hasNextPage: boolean,
): Omit<LiveRows<Row>, "showNew"> {
  const currentById = new Map(currentRows.map((row) => [row.id, row]));
  const heldIds = new Set(heldRows.map(({ id }) => id));
  const lastIndex = heldRows.findLastIndex(({ id }) => currentById.has(id));
  const changedIds = new Set<number>();
  const rows = heldRows.map((row, index) => {
    const current = currentById.get(row.id);
    const isSame = current ? JSON.stringify(current) === JSON.stringify(row) : hasNextPage && index > lastIndex;
    if (!isSame) changedIds.add(row.id);
    // The same object, so that a row that did not change is not rendered again.
    return isSame ? row : (current ?? row);
  });
  return { rows, changedIds, newCount: currentRows.filter(({ id }) => !heldIds.has(id)).length };
}
