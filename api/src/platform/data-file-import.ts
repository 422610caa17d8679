import { sql } from "kysely";
import { type Columns, type DataFile, labelOf, type Plan, type RowOf } from "./data-file.ts";
import { differences, planImport, readDataFile, type ReadFile } from "./data-file-plan.ts";
import { CommandError } from "./commands.ts";
import { type Db, type Tx, unhurried, withTransaction } from "./db.ts";
import { type Complaint, InvalidFile } from "./file-errors.ts";
import { type ImportPictures, isNewPicture, openPictures, type PictureOptions } from "./import-pictures.ts";

export type DataImport = PictureOptions & {
  db: Db;
  path: string;
  /** Where pictures are kept. */
  mediaDir: string;
  now: Date;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
  /** Deletes rows that the file does not have. */
  deleteMissing?: boolean;
};

type Row = RowOf<Columns>;
/** One row that changed, as fields of a file. */
export type RowChange = {
  action: "added" | "changed" | "deleted";
  key: string;
  fields: Record<string, { before: string; after: string }>;
};
export type DataImported = {
  rows: number;
  unchanged: number;
  changes: RowChange[];
  /** What the changes mean and when, in lines for the operator. */
  preview: string[];
};

/** Ends the transaction of a dry run. */
class DryRun extends Error {}

/** Lets one import wait for another until its transaction ends. */
export async function lockImports(db: Tx): Promise<void> {
  await unhurried(db);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(db);
}

/**
 * Imports a data file: all of it or nothing. The same file a second time changes nothing.
 * @throws InvalidFile with every line that is wrong; CommandError if the file cannot be read or rows are in use
 */
export async function importDataFile(file: DataFile, options: DataImport): Promise<DataImported> {
  const read = await readDataFile(file, options.path, options.signal);
  const pictures = await openPictures(options.path, pictureNames(file, read), options);
  let imported: DataImported | undefined;
  try {
    await withTransaction(options.db, async (db) => {
      await lockImports(db);
      // A transaction that is tried again begins with the complaints of the file.
      const complaints = [...read.complaints, ...(await usePictures(db, file, read, pictures))];
      const { deleteMissing = false, dryRun = false } = options;
      const current = await file.read(db);
      const plan = planImport(file, { rows: read.rows, complaints }, current, { deleteMissing });
      await checkPlan(db, file, plan, complaints);
      await pictures.store(db, dryRun ? null : options.mediaDir);
      await file.write(db, plan);
      imported = {
        rows: read.rows.length,
        unchanged: read.rows.length - plan.changed.length,
        changes: changesOf(file, plan),
        preview: file.preview?.(plan, current, options.now) ?? [],
      };
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  } finally {
    await pictures.close();
  }
  if (!imported) throw new Error("an import ended without a result");
  return imported;
}

async function checkPlan(db: Tx, file: DataFile, plan: Plan<Row>, complaints: Complaint[]): Promise<void> {
  // Rows that refer to each other can only be checked if all of them could be read.
  if (complaints.length === 0) complaints.push(...((await file.check?.(db, plan)) ?? []));
  if (complaints.length > 0) throw new InvalidFile(complaints);
  const inUse = plan.removed.length > 0 ? ((await file.inUse?.(db, plan.removed)) ?? []) : [];
  if (inUse.length > 0)
    throw new CommandError(["Nothing was imported: rows in use cannot be deleted.", ...inUse].join("\n"), {
      complaints: inUse,
    });
}

function pictureColumns({ columns }: DataFile): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.isPicture);
}

function pictureNames(file: DataFile, { rows }: ReadFile): string[] {
  const names = pictureColumns(file).flatMap((name) => rows.map(({ values }) => values[name]));
  return names.filter((name) => typeof name === "string");
}

/** Puts the keys of pictures in the place of their names. @returns complaints about those that cannot be used */
async function usePictures(db: Tx, file: DataFile, { rows }: ReadFile, pictures: ImportPictures): Promise<Complaint[]> {
  const columns = pictureColumns(file);
  const wanted = pictureNames(file, { rows, complaints: [] }).filter((name) => !isNewPicture(name));
  const found =
    wanted.length > 0 ? await db.selectFrom("media").select("key").where("key", "in", wanted).execute() : [];
  const known = new Set([...found.map(({ key }) => key), ...pictures.keys()]);
  const complaints: Complaint[] = [];
  for (const { line, values } of rows)
    for (const name of columns) {
      const value = values[name];
      if (typeof value !== "string") continue;
      const key = pictures.keyOf(value) ?? (known.has(value) ? value : undefined);
      const reason = pictures.problemOf(value) ?? `there is no picture "${value}"`;
      if (key === undefined) complaints.push({ line, column: name, reason });
      else if (isNewPicture(value)) values[name] = key;
    }
  return complaints;
}

function changesOf(file: DataFile, plan: Plan<Row>): RowChange[] {
  const { columns } = file;
  const field = (row: Row | null, name: string) => (row ? (columns[name]?.format(row[name]) ?? "") : "");
  const changed = plan.changed.map(({ row, before }): RowChange => {
    const names = before
      ? differences(file, before, row)
      : Object.keys(columns).filter((name) => field(row, name) !== "");
    const fields = names.map((name) => [name, { before: field(before, name), after: field(row, name) }]);
    return { action: before ? "changed" : "added", key: labelOf(file, row), fields: Object.fromEntries(fields) };
  });
  const removed = plan.removed.map((row): RowChange => ({ action: "deleted", key: labelOf(file, row), fields: {} }));
  return [...changed, ...removed];
}
