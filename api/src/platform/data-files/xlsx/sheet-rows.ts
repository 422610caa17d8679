import { formatNumber } from "./number-format.ts";
import type { SharedStrings } from "./shared-strings.ts";
import { InvalidWorkbookError } from "./workbook-archive.ts";
import { parseWorkbookXml, unescapeText } from "./workbook-xml.ts";

/** A row of a sheet that has text in a cell: its number, from 1, and its cells as a person sees them. */
export type SheetRow = Readonly<{ row: number; cells: readonly string[] }>;

export type SheetContext = Readonly<{
  strings: SharedStrings | null;
  /** The number format of each style. */
  formats: readonly string[];
  calendar: 1900 | 1904;
}>;

/** Cells with text beyond this column are refused; a sheet can have 16,384. */
export const MAX_COLUMNS = 200;
/** A sheet has so many columns, and so many characters in a cell (ECMA-376, part 1, 18.3.1.4). */
const MAX_ROW_CELLS = 16_384;
const MAX_CELL_LENGTH = 32_767;
/** Formatted cells without text are not counted, so that a sheet whose cells are all framed can be read. */
const MAX_CELLS = 20_000_000;

type Cell = { column: number; type: string; style: number; value: string; formula: string; hasValue: boolean };
type RawRow = Readonly<{ row: number; cells: readonly Cell[] }>;

/** Reads the rows of a sheet as a stream. Formulas have the values that the spreadsheet has stored. @throws InvalidWorkbookError */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  context: SheetContext,
): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const { row, cells } of parseWorkbookXml<RawRow>(bytes, createRowHandlers)) {
    count += cells.length;
    if (count > MAX_CELLS) throw new InvalidWorkbookError("xlsx_too_large");
    const places = cells.filter(({ type }) => type === "s").map(({ value }) => Number(value));
    await context.strings?.load(Math.max(-1, ...places));
    const texts: string[] = [];
    for (const cell of cells) {
      const text = formatCell(cell, context);
      if (text === "") continue;
      if (cell.column >= MAX_COLUMNS) throw new InvalidWorkbookError("too_many_columns");
      while (texts.length < cell.column) texts.push("");
      texts[cell.column] = text;
    }
    if (texts.length > 0) yield { row, cells: texts };
  }
}

function createRowHandlers(emit: (row: RawRow) => void) {
  const path: string[] = [];
  let row = 0;
  let cells: Cell[] = [];
  let cell: Cell | null = null;
  return {
    onOpen: (name: string, attributes: Readonly<Record<string, string>>) => {
      path.push(name);
      if (name === "row") [row, cells] = [Number(attributes["r"]) || row + 1, []];
      if (name === "v" && cell) cell.hasValue = true;
      if (name !== "c") return;
      const previous = cells.at(-1)?.column ?? -1;
      const column = attributes["r"] === undefined ? previous + 1 : getColumn(attributes["r"]);
      cell = {
        column,
        type: attributes["t"] ?? "n",
        style: Number(attributes["s"] ?? 0),
        value: "",
        formula: "",
        hasValue: false,
      };
    },
    onText: (text: string) => {
      if (!cell) return;
      const element = path.at(-1);
      if (element === "v" || (element === "t" && !path.includes("rPh"))) cell.value += text;
      if (element === "f") cell.formula += text;
      if (cell.value.length + cell.formula.length > 2 * MAX_CELL_LENGTH) throw new InvalidWorkbookError("xlsx_damaged");
    },
    onClose: (name: string) => {
      path.pop();
      // Cells that are only formatted have neither; the value of a formula may be an empty text.
      if (name === "c" && cell && (cell.value !== "" || (cell.formula !== "" && !cell.hasValue))) cells.push(cell);
      if (name === "c") cell = null;
      if (cells.length > MAX_ROW_CELLS) throw new InvalidWorkbookError("xlsx_damaged");
      if (name === "row" && cells.length > 0) emit({ row, cells });
    },
  };
}

/** Returns the place of a column by the reference of a cell, such as 27 for `AB12`. */
function getColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase();
  if (!letters) throw new InvalidWorkbookError("xlsx_damaged");
  return [...letters].reduce((place, letter) => place * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1;
}

function formatCell({ type, style, value, formula }: Cell, { strings, formats, calendar }: SheetContext): string {
  // A formula without a stored value cannot be calculated here.
  if (value === "") return `=${formula}`;
  if (type === "s") return strings?.get(Number(value)) ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return unescapeText(value);
  const number = Number(value);
  return Number.isFinite(number) ? formatNumber(number, formats[style] ?? "General", calendar) : value;
}
