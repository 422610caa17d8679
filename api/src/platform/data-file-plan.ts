import { type Columns, type DataFile, keyOf, type Plan, type RowOf } from "./data-file.ts";
import { type Complaint, InvalidFile } from "./file-errors.ts";
import { type FileLine, readLines } from "./file-reader.ts";
import { quoted, Unreadable } from "./file-values.ts";

/** The column that names the key of a row before it was renamed. */
const RENAMED_FROM = "renamed_from";
const MOST_LINES = 100_000;

type Row = RowOf<Columns>;
type ReadRow = { line: number; values: Record<string, unknown>; renamedFrom: string };

/** The lines of a file as values, and what is wrong with them. */
export type ReadFile = { rows: ReadRow[]; complaints: Complaint[] };

/** Reads every line of a data file. @throws CommandError if the file cannot be read at all */
export async function readDataFile(file: DataFile, path: string, signal?: AbortSignal): Promise<ReadFile> {
  const { columns, key, renames } = file;
  const names = [...Object.keys(columns), ...(renames ? [RENAMED_FROM] : [])];
  const read: ReadFile = { rows: [], complaints: [] };
  const required = key.filter((name) => !hasInitial(file, name));
  for await (const line of readLines(path, { names, required })) {
    signal?.throwIfAborted();
    if (read.rows.length + read.complaints.length >= MOST_LINES)
      throw new InvalidFile([{ line: line.line, reason: `a file has at most ${MOST_LINES} lines` }]);
    const row = readRow(file, line, read.complaints);
    if (row) read.rows.push(row);
  }
  return read;
}

function readRow(
  { columns, key }: DataFile,
  { line, fields, wrong }: FileLine,
  complaints: Complaint[],
): ReadRow | null {
  if (wrong) {
    complaints.push({ line, reason: wrong });
    return null;
  }
  const before = complaints.length;
  // A row cannot be found without its whole key.
  const values: Record<string, unknown> = Object.fromEntries(key.map((name) => [name, columns[name]?.initial]));
  for (const [name, column] of Object.entries(columns)) {
    const field = fields[name]?.trim();
    if (field === undefined) continue;
    try {
      if (field.includes("\0")) throw new Unreadable("takes no zero characters");
      values[name] = column.read(field);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      complaints.push({ line, column: name, reason: `${quoted(field)}, but ${error.message}` });
    }
  }
  return complaints.length > before ? null : { line, values, renamedFrom: fields[RENAMED_FROM]?.trim() ?? "" };
}

/** What the rows of a file change in the rows of the shop. Adds to the complaints of the file. */
export function planImport(
  file: DataFile,
  { rows, complaints }: ReadFile,
  current: readonly Row[],
  { deleteMissing }: { deleteMissing: boolean },
): Plan<Row> {
  const known = new Map(current.map((row) => [keyOf(file, row), row]));
  const left = new Map(known);
  const lines = new Map<string, number>();
  const plan: Plan<Row> = { changed: [], removed: [], after: [] };
  for (const { line, values, renamedFrom } of rows) {
    const key = keyOf(file, values);
    const earlier = lines.get(key);
    if (earlier !== undefined) {
      complaints.push({ line, reference: key, reason: `is in line ${earlier} already` });
      continue;
    }
    lines.set(key, line);
    const oldKey = keyBefore(file, values, renamedFrom);
    const before = known.get(key) ?? (oldKey === null ? null : (left.get(oldKey) ?? null));
    if (oldKey !== null && known.has(key) && known.has(oldKey) && oldKey !== key) {
      complaints.push({ line, column: RENAMED_FROM, reason: `the shop has both ${quoted(oldKey)} and ${quoted(key)}` });
      continue;
    }
    if (oldKey !== null && !before) {
      complaints.push({ line, column: RENAMED_FROM, reason: `there is no ${file.noun} ${quoted(oldKey)}` });
      continue;
    }
    const missing = before ? [] : missingColumns(file, values);
    if (missing.length > 0) {
      complaints.push({ line, reference: key, reason: `the ${file.noun} is new, and lacks ${missing.join(", ")}` });
      continue;
    }
    if (before) left.delete(keyOf(file, before));
    const row = { ...initialRow(file), ...before, ...values };
    plan.after.push({ line, row });
    if (!before || differences(file, before, row).length > 0) plan.changed.push({ line, row, before });
  }
  if (deleteMissing) plan.removed.push(...left.values());
  else plan.after.push(...[...left.values()].map((row) => ({ row })));
  return plan;
}

/** The key of the row that a line renames; null if it renames none. */
function keyBefore(file: DataFile, values: Record<string, unknown>, renamedFrom: string): string | null {
  if (renamedFrom === "" || file.renames === undefined) return null;
  return keyOf(file, { ...values, [file.renames]: renamedFrom });
}

function missingColumns({ columns }: DataFile, values: Record<string, unknown>): string[] {
  return Object.keys(columns).filter((name) => !(name in values) && !hasInitial({ columns }, name));
}

function hasInitial({ columns }: Pick<DataFile, "columns">, name: string): boolean {
  return "initial" in (columns[name] ?? {});
}

function initialRow({ columns }: DataFile): Row {
  return Object.fromEntries(Object.entries(columns).map(([name, { initial }]) => [name, initial]));
}

/** The columns in which two rows differ. */
export function differences({ columns }: DataFile, before: Row, after: Row): string[] {
  return Object.entries(columns)
    .filter(([name, { format }]) => format(before[name]) !== format(after[name]))
    .map(([name]) => name);
}
