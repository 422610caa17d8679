import { HEADER_SEPARATOR, suggestFields } from "./fields.ts";

/** Where the names of columns are: the first record that has them, counted from 1, and how many have. */
export type HeaderPlace = Readonly<{ header_row: number; header_rows: number }>;

type Cells = readonly string[];
const isFilled = (cell: string | undefined): boolean => (cell ?? "").trim() !== "";
const hasDigit = (cell: string): boolean => /\d/.test(cell);

/**
 * Joins the names of columns that are in several rows, such as "Цена / опт". A name above several columns is in the first
 * of them only: in a merged cell, or one that is followed by empty ones.
 */
export function joinHeaderRows(rows: readonly Cells[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const last = rows.length - 1;
  const names = Array.from({ length: width }, (): string[] => []);
  for (const [index, row] of rows.entries()) {
    // The name of a group goes on over columns that have a name of their own below.
    let group = "";
    for (let column = 0; column < width; column++) {
      const cell = (row[column] ?? "").trim();
      const isNamedBelow = rows.slice(index + 1).some((below) => isFilled(below[column]));
      if (cell !== "" || index === last || !isNamedBelow) group = cell;
      if (group !== "" && !names[column]?.includes(group)) names[column]?.push(group);
      if (!isNamedBelow) group = "";
    }
  }
  return names.map((parts) => parts.join(HEADER_SEPARATOR));
}

/**
 * Finds the records with the names of columns: the one with the most known names, otherwise the first of texts, with the
 * one above or below it if they are names of one table.
 */
export function findHeader(records: readonly Cells[]): HeaderPlace {
  const rate = (cells: Cells) =>
    suggestFields(cells).filter(Boolean).length * 10 + cells.filter((cell) => isFilled(cell) && !hasDigit(cell)).length;
  const rates = records.map(rate);
  const row = rates.indexOf(Math.max(...rates, 0)) + 1 || 1;
  const [above, found = [], below] = [records[row - 2], records[row - 1], records[row]];
  if (below && isContinued(found, below)) return { header_row: row, header_rows: 2 };
  return above && isContinued(above, found) && !isFilled(above[0])
    ? { header_row: row - 1, header_rows: 2 }
    : { header_row: row, header_rows: 1 };
}

/** Whether two rows have the names of one table: the lower one has names where the upper one has none, and no numbers. */
function isContinued(upper: Cells, lower: Cells): boolean {
  const names = lower.filter(isFilled);
  const hasGroup = upper.some(
    (cell, column) => isFilled(cell) && isFilled(lower[column]) && !isFilled(upper[column + 1]),
  );
  const isFuller = lower.some((cell, column) => isFilled(cell) && !isFilled(upper[column]));
  return hasGroup && isFuller && !names.some(hasDigit) && upper.filter(isFilled).length > 1;
}
