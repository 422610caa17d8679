import type { Db, Tx } from "./db.ts";
import type { Complaint } from "./file-errors.ts";
import type { Reader } from "./file-values.ts";

/** A column of a data file: how its fields are read and written. */
export type Column<T> = Readonly<{
  read: Reader<T>;
  format(value: T): string;
  /** The value of a new row that does not name the column; without it new rows must name it. */
  initial?: T;
  /** The field names a picture: a file next to the imported one, a URL, or the key of a picture of the shop. */
  isPicture?: boolean;
}>;
export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row that an import adds or changes; `before` is null for a new one. */
export type PlannedRow<R> = { line: number; row: R; before: R | null };

/** What an import is about to write. */
export type Plan<R> = {
  /** Rows that are new or differ, in the order of the file. */
  changed: PlannedRow<R>[];
  /** Rows of the shop that the file does not have, if they are to be deleted. */
  removed: R[];
  /** The whole table as it will be. `line` is undefined for rows that the file does not have and that stay. */
  after: { line?: number; row: R }[];
};

/** A table of the shop as a file that an operator exports, edits and imports. */
export type DataFile<C extends Columns = Columns> = Readonly<{
  /** The command group, such as `brands`. */
  name: string;
  /** What one row is, such as `brand`. */
  noun: string;
  /** What the rows are, for the help of the commands. */
  summary: string;
  columns: C;
  /** The columns that identify a row. */
  key: readonly (keyof C & string)[];
  /** A column of the key whose value may change: the file names the value before in `renamed_from`. */
  renames?: keyof C & string;
  /** The columns that the list command shows; all of them with --json. */
  listed: readonly (keyof C & string)[];
  /** All rows, in the order of an export. */
  read(db: Db): Promise<RowOf<C>[]>;
  /** What is wrong with rows next to others. */
  check?(db: Tx, plan: Plan<RowOf<C>>): Promise<Complaint[]> | Complaint[];
  /** Why rows cannot be deleted, one sentence each; empty if they can. */
  inUse?(db: Tx, removed: readonly RowOf<C>[]): Promise<string[]>;
  /** What the plan means for shoppers and when, in lines for the operator. */
  preview?(plan: Plan<RowOf<C>>, before: readonly RowOf<C>[], now: Date): string[];
  /** Writes the plan. A changed key means that the row was renamed. */
  write(db: Tx, plan: Plan<RowOf<C>>): Promise<void>;
}>;

type ColumnOptions<T> = { initial?: T; format?: (value: T) => string };

/** A column whose fields are read by `read`. */
export function column<T>(read: Reader<T>, { format = asField, ...options }: ColumnOptions<T> = {}): Column<T> {
  return { read, format, ...options };
}

/** A column of pictures; its values are keys of pictures once the file has been read. */
export function pictureColumn<T extends string | null>(read: Reader<T>, options: ColumnOptions<T> = {}): Column<T> {
  return { ...column(read, options), isPicture: true };
}

/** Lets TypeScript infer the columns of a data file. */
export function dataFile<const C extends Columns>(definition: DataFile<C>): DataFile {
  return definition;
}

function asField(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** The key of a row as one text. */
export function keyOf({ columns, key }: Pick<DataFile, "columns" | "key">, row: RowOf<Columns>): string {
  return key.map((name) => columns[name]?.format(row[name]) ?? "").join(" ");
}
