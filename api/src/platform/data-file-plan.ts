import { type Columns, type DataFile, identityOf, labelOf, type Plan, type RowOf } from "./data-file.ts";
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
  const left = new Map(current.map((row) => [identityOf(file, row), row]));
  const lines = new Map<string, number>();
  const plan: Plan<Row> = { changed: [], removed: [], after: [] };
  for (const read of rows) {
    const { line, values } = read;
    const identity = identityOf(file, values);
    const complain = (reason: string, column?: string) =>
      complaints.push({ line, ...(column ? { column } : { reference: labelOf(file, values) }), reason });
    const earlier = lines.get(identity);
    if (earlier !== undefined) {
      complain(`is in line ${earlier} already`);
      continue;
    }
    lines.set(identity, line);
    const found = rowBefore(file, read, left);
    if ("wrong" in found) {
      complain(found.wrong, RENAMED_FROM);
      continue;
    }
    const { before } = found;
    const missing = before ? [] : missingColumns(file, values);
    if (missing.length > 0) {
      complain(`the ${file.noun} is new, and lacks ${missing.join(", ")}`);
      continue;
    }
    if (before) left.delete(identityOf(file, before));
    const row = { ...initialRow(file), ...before, ...values };
    plan.after.push({ line, row });
    if (!before || differences(file, before, row).length > 0) plan.changed.push({ line, row, before });
  }
  if (deleteMissing) plan.removed.push(...left.values());
  else plan.after.push(...[...left.values()].map((row) => ({ row })));
  return plan;
}

/** The row of the shop that a line is about, null if it is new; or what is wrong with its `renamed_from`. */
function rowBefore(
  file: DataFile,
  { values, renamedFrom }: ReadRow,
  left: ReadonlyMap<string, Row>,
): { before: Row | null } | { wrong: string } {
  const same = left.get(identityOf(file, values)) ?? null;
  if (renamedFrom === "" || file.renames === undefined) return { before: same };
  const oldValues = { ...values, [file.renames]: renamedFrom };
  const old = left.get(identityOf(file, oldValues)) ?? null;
  // The second import of the same file: the row has its new key already.
  if (!old && same) return { before: same };
  if (!old) return { wrong: `there is no ${file.noun} ${quoted(labelOf(file, oldValues))}` };
  if (same && same !== old)
    return { wrong: `the shop has both ${quoted(labelOf(file, oldValues))} and ${quoted(labelOf(file, values))}` };
  return { before: old };
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
