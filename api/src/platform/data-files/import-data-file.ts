import { sql } from "kysely";
import { type Columns, type DataFile, getRowLabel, type ImportPlan, type DataFileRow } from "./data-file.ts";
import { getChangedColumns, planImport, readDataFile, type ParsedDataFile } from "./import-plan.ts";
import { CommandError } from "../commands/command.ts";
import { type Db, type Tx, withTransaction } from "../db/database.ts";
import { disableStatementTimeout } from "../db/statement-timeout.ts";
import type { FileStorage } from "../file-storage/file-storage.ts";
import { type LineError, InvalidFileError } from "./file-errors.ts";
import { type ImportImages, isNewImage, openImages, type ImageImportOptions } from "./import-images.ts";

export type ImportOptions = ImageImportOptions & {
  db: Db;
  path: string;
  /** Where images are stored. */
  files: FileStorage;
  now: Date;
  /** If true, everything is validated and nothing is written. */
  dryRun?: boolean;
  /** If true, rows that are not in the file are deleted. */
  deleteMissing?: boolean;
};

type Row = DataFileRow<Columns>;
/** A changed row, with its formatted fields. */
export type RowChange = {
  action: "added" | "changed" | "deleted";
  key: string;
  fields: Record<string, { before: string; after: string }>;
};
export type ImportResult = {
  rows: number;
  unchanged: number;
  changes: RowChange[];
  /** What the changes mean for shoppers and when, as lines for the operator. */
  preview: string[];
};

/** Thrown to roll back the transaction of a dry run. */
class DryRunRollback extends Error {}

/** Takes a lock, so that imports run one after another, and removes the statement timeout of the transaction. */
export async function lockImports(db: Tx): Promise<void> {
  await disableStatementTimeout(db);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(db);
}

/**
 * Imports a data file in one transaction: all of it or nothing. Importing the same file again changes nothing.
 * @throws InvalidFileError with every invalid line
 * @throws CommandError if the file cannot be read or rows to be deleted are in use
 */
export async function importDataFile(file: DataFile, options: ImportOptions): Promise<ImportResult> {
  const parsedFile = await readDataFile(file, options.path, options.signal);
  const images = await openImages(options.path, getImageNames(file, parsedFile), options);
  let result: ImportResult | undefined;
  try {
    await withTransaction(options.db, async (db) => {
      await lockImports(db);
      // A retried transaction starts with the errors of the file again.
      const errors = [...parsedFile.errors, ...(await resolveImages(db, file, parsedFile, images))];
      const { deleteMissing = false, dryRun = false } = options;
      const current = await file.read(db);
      const plan = planImport(file, { rows: parsedFile.rows, errors }, current, { deleteMissing });
      await checkPlan(db, file, plan, errors);
      await images.store(db, dryRun ? null : options.files);
      await file.write(db, plan);
      result = {
        rows: parsedFile.rows.length,
        unchanged: parsedFile.rows.length - plan.changed.length,
        changes: getChanges(file, plan),
        preview: file.preview?.(plan, current, options.now) ?? [],
      };
      if (dryRun) throw new DryRunRollback();
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
  } finally {
    await images.close();
  }
  if (!result) throw new Error("an import ended without a result");
  return result;
}

async function checkPlan(db: Tx, file: DataFile, plan: ImportPlan<Row>, errors: LineError[]): Promise<void> {
  // References between rows can only be validated if every row could be parsed.
  if (errors.length === 0) errors.push(...((await file.check?.(db, plan)) ?? []));
  if (errors.length > 0) throw new InvalidFileError(errors);
  const deletionBlockers = plan.removed.length > 0 ? ((await file.findDeletionBlockers?.(db, plan.removed)) ?? []) : [];
  if (deletionBlockers.length > 0)
    throw new CommandError(["Nothing was imported: rows in use cannot be deleted.", ...deletionBlockers].join("\n"), {
      errors: deletionBlockers,
    });
}

function getImageColumns({ columns }: DataFile): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.isImage);
}

function getImageNames(file: DataFile, { rows }: ParsedDataFile): string[] {
  const names = getImageColumns(file).flatMap((name) => rows.map(({ values }) => values[name]));
  return names.filter((name) => typeof name === "string");
}

/**
 * Replaces the names of images with their keys.
 * @returns an error for each image that cannot be used
 */
async function resolveImages(
  db: Tx,
  file: DataFile,
  { rows }: ParsedDataFile,
  images: ImportImages,
): Promise<LineError[]> {
  const columns = getImageColumns(file);
  const requestedKeys = getImageNames(file, { rows, errors: [] }).filter((name) => !isNewImage(name));
  const existingImages =
    requestedKeys.length > 0
      ? await db.selectFrom("media").select("key").where("key", "in", requestedKeys).execute()
      : [];
  const knownKeys = new Set([...existingImages.map(({ key }) => key), ...images.getKeys()]);
  const errors: LineError[] = [];
  for (const { line, values } of rows)
    for (const name of columns) {
      const value = values[name];
      if (typeof value !== "string") continue;
      const key = images.getKey(value) ?? (knownKeys.has(value) ? value : undefined);
      const reason = images.getProblem(value) ?? `there is no image "${value}"`;
      if (key === undefined) errors.push({ line, column: name, reason });
      else if (isNewImage(value)) values[name] = key;
    }
  return errors;
}

function getChanges(file: DataFile, plan: ImportPlan<Row>): RowChange[] {
  const { columns } = file;
  const formatField = (row: Row | null, name: string) => (row ? (columns[name]?.format(row[name]) ?? "") : "");
  const changed = plan.changed.map(({ row, before }): RowChange => {
    const names = before
      ? getChangedColumns(file, before, row)
      : Object.keys(columns).filter((name) => formatField(row, name) !== "");
    const fields = names.map((name) => [name, { before: formatField(before, name), after: formatField(row, name) }]);
    return { action: before ? "changed" : "added", key: getRowLabel(file, row), fields: Object.fromEntries(fields) };
  });
  const removed = plan.removed.map((row): RowChange => ({
    action: "deleted",
    key: getRowLabel(file, row),
    fields: {},
  }));
  return [...changed, ...removed];
}
