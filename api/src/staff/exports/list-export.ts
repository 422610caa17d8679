import type { z } from "zod";
import { maskPersonalValue, type PersonalValueKind } from "../../platform/audit/personal-values.ts";
import { formatCsvLine } from "../../platform/data-files/csv.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Permission } from "../permissions.ts";

/** Rows that are read at once. */
const BATCH_SIZE = 1000;
/** By this mark spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A field of the file. Its function is declared as a method, as those of the list are. */
type ExportField<Row> = Readonly<{
  /** Its head in the file. */
  name: string;
  getValue(row: Row): unknown;
  /** How it is masked, unless the file may have personal data. */
  personal?: PersonalValueKind;
}>;

/** The columns of a list, each with its fields. */
export type ExportColumns<Column extends string, Row> = Readonly<Record<Column, readonly ExportField<Row>[]>>;

/** Who exports a list, in which language, and when. */
export type ExportReader = Readonly<{ staffId: number; locale: Locale; now: Date }>;

/**
 * A list of the back office that can be downloaded as a CSV file. The functions are declared as methods, so that a list
 * with any rows is an `AnyListExport`.
 */
export type ListExport<Query extends z.ZodObject, Column extends string, Row> = Readonly<{
  /** The path of the list below `/v1/admin`, and the name of the file: `orders`. */
  name: string;
  /** What the audit log names: `order`. */
  record: string;
  /** The permission for the list. */
  permission: Permission;
  /** The parameters of the list without the part that a page shows. */
  query: Query;
  columns: ExportColumns<Column, Row>;
  /** Counts the rows, exactly up to `MAX_EXPORT_ROWS`; a larger count is refused. */
  count(db: Db, query: z.output<Query>, reader: ExportReader): Promise<number>;
  /** Reads the rows batch by batch. No connection is occupied between two batches. */
  readBatches(
    db: Db,
    query: z.output<Query>,
    options: ExportReader & { batchSize: number; columns: ReadonlySet<Column> },
  ): AsyncGenerator<readonly Row[]>;
}>;

export type AnyListExport = ListExport<z.ZodObject, string, unknown>;

/** Defines a list that can be downloaded. `createExportAction` and `addExportRoute` use it. */
export function defineListExport<Query extends z.ZodObject, Column extends string, Row>(
  list: ListExport<Query, Column, Row>,
): ListExport<Query, Column, Row> {
  return list;
}

/** What of a list is downloaded. */
export type ExportRequest<Query, Column extends string> = Readonly<{
  list: Query;
  /** In the order of the file. */
  columns: readonly Column[];
  /** Whether personal data is not masked. */
  withPersonalData: boolean;
}>;

/** Generates a CSV file with the rows and columns of a list, batch by batch. Personal data is masked unless requested. */
export async function* generateCsv<Query extends z.ZodObject, Column extends string, Row>(
  db: Db,
  list: ListExport<Query, Column, Row>,
  { list: query, columns, withPersonalData }: ExportRequest<z.output<Query>, Column>,
  { batchSize = BATCH_SIZE, ...reader }: ExportReader & { batchSize?: number },
): AsyncGenerator<string> {
  const fields = columns.flatMap((column) => list.columns[column]);
  yield BYTE_ORDER_MARK + formatCsvLine(fields.map(({ name }) => name));
  const getCell = (field: ExportField<Row>, row: Row) => {
    const { personal } = field;
    const value = field.getValue(row);
    if (personal === undefined || withPersonalData) return value;
    return typeof value === "string" ? maskPersonalValue(personal, value) : null;
  };
  for await (const rows of list.readBatches(db, query, { ...reader, batchSize, columns: new Set(columns) }))
    yield rows.map((row) => formatCsvLine(fields.map((field) => getCell(field, row)))).join("");
}

/**
 * Reads a list in batches, each after the last row of the one before.
 * @param readPage returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function* readPages<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = await readPage(after, batchSize);
    const batch = rows.slice(0, batchSize);
    if (batch.length > 0) yield batch;
    if (rows.length <= batchSize) return;
    after = batch.at(-1);
  }
}
