import type { Db, Tx } from "../db/database.ts";
import type { LineError } from "./file-errors.ts";
import type { FieldParser } from "./field-parsers.ts";

/** A column of a data file: how its fields are parsed and formatted. */
export type Column<T> = Readonly<{
  parse: FieldParser<T>;
  format(value: T): string;
  /** The value of a new row whose file does not have the column; without it, new rows must have the column. */
  initial?: T;
  /** True if the field is an image: a file next to the imported one, a URL, or the key of a stored image. */
  isImage?: boolean;
}>;
export type Columns = Readonly<Record<string, Column<unknown>>>;
export type DataFileRow<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row that an import adds or changes; `before` is null for a new row. */
export type PlannedRow<R> = { line: number; row: R; before: R | null };

/** The changes that an import is about to write. */
export type ImportPlan<R> = {
  /** New or changed rows, in the order of the file. */
  changed: PlannedRow<R>[];
  /** Existing rows that are not in the file, if they are to be deleted. */
  removed: R[];
  /** The whole table after the import. `line` is undefined for existing rows that are not in the file. */
  after: { line?: number; row: R }[];
};

/** A table as a file that an operator can export, edit and import. */
export type DataFile<C extends Columns = Columns> = Readonly<{
  /** The command group, such as `brands`. */
  name: string;
  /** What a row is, such as `brand`. */
  noun: string;
  /** What the rows are, for the help of the commands. */
  summary: string;
  columns: C;
  /** The columns that identify a row. */
  key: readonly (keyof C & string)[];
  /** The column of the key whose value may change; the file has the previous value in `renamed_from`. */
  renamableColumn?: keyof C & string;
  /** The columns that the list command shows; all of them with --json. */
  listColumns: readonly (keyof C & string)[];
  /** Returns all rows, in the order of an export. */
  read(db: Db): Promise<DataFileRow<C>[]>;
  /** Validates rows against each other. Returns the errors. */
  check?(db: Tx, plan: ImportPlan<DataFileRow<C>>): Promise<LineError[]> | LineError[];
  /** Returns the reasons why rows cannot be deleted, one sentence each; empty if they can be. */
  findDeletionBlockers?(db: Tx, removed: readonly DataFileRow<C>[]): Promise<string[]>;
  /** Returns what the plan means for shoppers and when, as lines for the operator. */
  preview?(plan: ImportPlan<DataFileRow<C>>, before: readonly DataFileRow<C>[], now: Date): string[];
  /** Writes the plan. If the key of a row changed, the row was renamed. */
  write(db: Tx, plan: ImportPlan<DataFileRow<C>>): Promise<void>;
}>;

type ColumnOptions<T> = { initial?: T; format?: (value: T) => string };

/** Creates a column whose fields are parsed by `parse`. */
export function defineColumn<T>(
  parse: FieldParser<T>,
  { format = formatDefaultField, ...options }: ColumnOptions<T> = {},
): Column<T> {
  return { parse, format, ...options };
}

/** Creates a column of images. Once the file has been read, the values are keys of stored images. */
export function defineImageColumn<T extends string | null>(
  parse: FieldParser<T>,
  options: ColumnOptions<T> = {},
): Column<T> {
  return { ...defineColumn(parse, options), isImage: true };
}

/** Defines a data file, with its column types inferred. */
export function defineDataFile<const C extends Columns>(definition: DataFile<C>): DataFile {
  return definition;
}

function formatDefaultField(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

type KeyedFile = Pick<DataFile, "columns" | "key">;

/** Returns the formatted key fields of a row. */
function getKeyFields({ columns, key }: KeyedFile, row: DataFileRow<Columns>): string[] {
  return key.map((name) => columns[name]?.format(row[name]) ?? "");
}

/** Returns a string that is equal for rows with the same key. */
export function getRowIdentity(file: KeyedFile, row: DataFileRow<Columns>): string {
  return JSON.stringify(getKeyFields(file, row));
}

/** Returns the key of a row in a readable form. */
export function getRowLabel(file: KeyedFile, row: DataFileRow<Columns>): string {
  return getKeyFields(file, row).join(" ").trim();
}
