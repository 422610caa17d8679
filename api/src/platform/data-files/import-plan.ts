import {
  type Columns,
  type DataFile,
  getRowIdentity,
  getRowLabel,
  type ImportPlan,
  type DataFileRow,
} from "./data-file.ts";
import { type LineError, InvalidFileError } from "./file-errors.ts";
import { type FileLine, readLines } from "./file-reader.ts";
import { quoteValue, InvalidFieldError } from "./field-parsers.ts";

/** The column with the previous key of a renamed row. */
const RENAMED_FROM = "renamed_from";
const MAX_LINES = 100_000;

type Row = DataFileRow<Columns>;
type ParsedRow = { line: number; values: Record<string, unknown>; renamedFrom: string };

/** The parsed lines of a file, and their errors. */
export type ParsedDataFile = { rows: ParsedRow[]; errors: LineError[] };

/**
 * Parses every line of a data file.
 * @throws CommandError if the file cannot be read at all
 */
export async function readDataFile(file: DataFile, path: string, signal?: AbortSignal): Promise<ParsedDataFile> {
  const { columns, key, renamableColumn } = file;
  const names = [...Object.keys(columns), ...(renamableColumn ? [RENAMED_FROM] : [])];
  const parsedFile: ParsedDataFile = { rows: [], errors: [] };
  const required = key.filter((name) => !hasInitial(file, name));
  for await (const line of readLines(path, { names, required })) {
    signal?.throwIfAborted();
    if (parsedFile.rows.length + parsedFile.errors.length >= MAX_LINES)
      throw new InvalidFileError([{ line: line.line, reason: `a file has at most ${MAX_LINES} lines` }]);
    const row = parseRow(file, line, parsedFile.errors);
    if (row) parsedFile.rows.push(row);
  }
  return parsedFile;
}

function parseRow(
  { columns, key }: DataFile,
  { line, fields, error: lineError }: FileLine,
  errors: LineError[],
): ParsedRow | null {
  if (lineError) {
    errors.push({ line, reason: lineError });
    return null;
  }
  const errorCountBefore = errors.length;
  // Key columns that the file does not have get their default, since a row is found by its whole key.
  const values: Record<string, unknown> = Object.fromEntries(key.map((name) => [name, columns[name]?.initial]));
  for (const [name, column] of Object.entries(columns)) {
    const field = fields[name]?.trim();
    if (field === undefined) continue;
    try {
      if (field.includes("\0")) throw new InvalidFieldError("must not contain null characters");
      values[name] = column.parse(field);
    } catch (error) {
      if (!(error instanceof InvalidFieldError)) throw error;
      errors.push({ line, column: name, reason: `${quoteValue(field)}, but ${error.message}` });
    }
  }
  return errors.length > errorCountBefore ? null : { line, values, renamedFrom: fields[RENAMED_FROM]?.trim() ?? "" };
}

/**
 * Compares the rows of a file with the existing rows. Adds problems to the errors of the file.
 * @returns the changes to write
 */
export function planImport(
  file: DataFile,
  { rows, errors }: ParsedDataFile,
  current: readonly Row[],
  { deleteMissing }: { deleteMissing: boolean },
): ImportPlan<Row> {
  const remaining = new Map(current.map((row) => [getRowIdentity(file, row), row]));
  const firstLines = new Map<string, number>();
  const plan: ImportPlan<Row> = { changed: [], removed: [], after: [] };
  for (const parsedRow of rows) {
    const { line, values } = parsedRow;
    const identity = getRowIdentity(file, values);
    const addError = (reason: string, column?: string) =>
      errors.push({ line, ...(column ? { column } : { reference: getRowLabel(file, values) }), reason });
    const firstLine = firstLines.get(identity);
    if (firstLine !== undefined) {
      addError(`is in line ${firstLine} already`);
      continue;
    }
    firstLines.set(identity, line);
    const match = findPreviousRow(file, parsedRow, remaining);
    if ("problem" in match) {
      addError(match.problem, RENAMED_FROM);
      continue;
    }
    const { before } = match;
    const missing = before ? [] : getMissingColumns(file, values);
    if (missing.length > 0) {
      addError(`the ${file.noun} is new, and lacks ${missing.join(", ")}`);
      continue;
    }
    if (before) remaining.delete(getRowIdentity(file, before));
    const row = { ...createDefaultRow(file), ...before, ...values };
    plan.after.push({ line, row });
    if (!before || getChangedColumns(file, before, row).length > 0) plan.changed.push({ line, row, before });
  }
  if (deleteMissing) plan.removed.push(...remaining.values());
  else plan.after.push(...[...remaining.values()].map((row) => ({ row })));
  return plan;
}

/**
 * Finds the existing row that a line is about; `before` is null if it is new. Returns a problem if its `renamed_from` is
 * invalid.
 */
function findPreviousRow(
  file: DataFile,
  { values, renamedFrom }: ParsedRow,
  remaining: ReadonlyMap<string, Row>,
): { before: Row | null } | { problem: string } {
  const rowWithSameKey = remaining.get(getRowIdentity(file, values)) ?? null;
  if (renamedFrom === "" || file.renamableColumn === undefined) return { before: rowWithSameKey };
  const oldValues = { ...values, [file.renamableColumn]: renamedFrom };
  const rowWithOldKey = remaining.get(getRowIdentity(file, oldValues)) ?? null;
  // The file is imported again: the row already has its new key.
  if (!rowWithOldKey && rowWithSameKey) return { before: rowWithSameKey };
  if (!rowWithOldKey) return { problem: `there is no ${file.noun} ${quoteValue(getRowLabel(file, oldValues))}` };
  if (rowWithSameKey && rowWithSameKey !== rowWithOldKey)
    return {
      problem: `the shop has both ${quoteValue(getRowLabel(file, oldValues))} and ${quoteValue(getRowLabel(file, values))}`,
    };
  return { before: rowWithOldKey };
}

function getMissingColumns({ columns }: DataFile, values: Record<string, unknown>): string[] {
  return Object.keys(columns).filter((name) => !(name in values) && !hasInitial({ columns }, name));
}

function hasInitial({ columns }: Pick<DataFile, "columns">, name: string): boolean {
  return "initial" in (columns[name] ?? {});
}

function createDefaultRow({ columns }: DataFile): Row {
  return Object.fromEntries(Object.entries(columns).map(([name, { initial }]) => [name, initial]));
}

/** Returns the names of the columns in which two rows differ. */
export function getChangedColumns({ columns }: DataFile, before: Row, after: Row): string[] {
  return Object.entries(columns)
    .filter(([name, { format }]) => format(before[name]) !== format(after[name]))
    .map(([name]) => name);
}
