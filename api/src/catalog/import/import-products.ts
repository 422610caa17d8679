import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { CommandError } from "../../platform/commands/command.ts";
import type { FileStorage } from "../../platform/file-storage/file-storage.ts";
import { type BatchLimit, readBatches } from "../../platform/data-files/batches.ts";
import { type LineError, InvalidFileError } from "../../platform/data-files/file-errors.ts";
import { type FileLine, getFileFormat, readLines } from "../../platform/data-files/file-reader.ts";
import { parseList } from "../../platform/data-files/field-parsers.ts";
import {
  type ImportImages,
  isNewImage,
  openImages,
  type ImageImportOptions,
} from "../../platform/data-files/import-images.ts";
import { applyProductChanges } from "../products/product-changes.ts";
import { fileColumns } from "./import-columns.ts";
import { loadExistingTerms } from "./existing-records.ts";
import { type CreatedTerms, ImportTaxonomy } from "./import-taxonomy.ts";
import { type ImportRow, createRowReader } from "./import-rows.ts";
import { createStagingTable, stageRows } from "./staging.ts";
import {
  insertProducts,
  updateProducts,
  findConflicts,
  releaseBarcodes,
  updateImages,
  type VariantWriteOptions,
  writeVariants,
} from "./import-sql.ts";

export type ImportOptions = ImageImportOptions & {
  db: Db;
  path: string;
  /** Where images are stored. */
  files: FileStorage;
  now: Date;
  /** Validates everything and rolls back. */
  dryRun: boolean;
  /** Creates missing categories, brands, concerns and tags. */
  createMissing?: boolean;
};

export type ImportResult = {
  lines: number;
  products: { added: number; changed: number };
  variants: { added: number; changed: number; removed: number };
  pictures: { changed: number };
  created: CreatedTerms;
};

/** The most errors of a file that are reported. */
const MAX_ERRORS = 10_000;
/** The lines that are read and staged together. */
const stageLimit: BatchLimit<FileLine> = {
  ...{ items: 500, characters: 5_000_000 },
  countCharacters: ({ fields }) => Object.values(fields).reduce((sum, { length }) => sum + length, 0),
};
const WRITE_BATCH_SIZE = 2000;
const PROGRESS_INTERVAL = 10_000;

/** Thrown to roll back the transaction of a dry run. */
class DryRunRollback extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super("dry run");
    this.result = result;
  }
}

/**
 * Imports products with their options, prices, stock and images from a CSV or JSON Lines file, in one transaction.
 * Importing the same file again changes nothing. Columns that the file does not have are not changed.
 * @throws InvalidFileError with an error for each invalid line; CommandError if the file cannot be read
 */
export async function importProducts(options: ImportOptions): Promise<ImportResult> {
  getFileFormat(options.path);
  const images = await openImages(options.path, await collectNewImages(options), options);
  try {
    return await withTransaction(options.db, async (db) => {
      await createStagingTable(db);
      const taxonomy = new ImportTaxonomy(db, await loadExistingTerms(db), options.createMissing ?? false);
      const errors: LineError[] = [];
      const staged = await stageLines(db, readLines(options.path, fileColumns), {
        ...getRunOptions(options),
        readRows: await createRowReader(db, taxonomy, { now: options.now }),
        images,
        onErrors: (found) => void errors.push(...found.slice(0, MAX_ERRORS - errors.length)),
      });
      if (staged.count === 0) throw new CommandError("The file has no products.");
      if (errors.length > 0) throw new InvalidFileError(errors);
      await images.store(db, options.dryRun ? null : options.files);
      const imported = { ...(await writeStagedRows(db, staged, getRunOptions(options))), created: taxonomy.created };
      if (options.dryRun) throw new DryRunRollback(imported);
      return imported;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result;
    throw error;
  } finally {
    await images.close();
  }
}

const getRunOptions = ({ progress, signal }: ImportOptions) => ({
  ...(progress ? { progress } : {}),
  ...(signal ? { signal } : {}),
});

/**
 * Returns the image files and URLs that a file refers to. They are fetched before the transaction, which must not
 * wait for other servers.
 */
async function collectNewImages({ path, signal }: ImportOptions): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { fields } of readLines(path, fileColumns)) {
    signal?.throwIfAborted();
    for (const name of parseList(fields["images"] ?? "")) if (isNewImage(name)) names.add(name);
  }
  return names;
}

/** `batchStarts` are the lines at which batches of complete products begin. */
export type StagedLines = { count: number; lastLine: number; batchStarts: number[] };

type StageOptions = Readonly<{
  readRows: Awaited<ReturnType<typeof createRowReader>>;
  images: ImportImages;
  /** Changes a row before it is staged; null leaves it out. */
  transform?: (row: ImportRow) => Promise<ImportRow | null>;
  /** Called with the errors of some lines and their images. */
  onErrors: (errors: readonly LineError[]) => Promise<void> | void;
  progress?: (message: string) => void;
  signal?: AbortSignal;
}>;

/** Reads and stages lines. */
export async function stageLines(
  db: Tx,
  lines: AsyncIterable<FileLine>,
  { readRows, images, transform, onErrors, progress, signal }: StageOptions,
): Promise<StagedLines> {
  const listImageErrors = createImageErrorLister(images);
  const staged: StagedLines = { count: 0, lastLine: 0, batchStarts: [] };
  let linesSinceBatchStart = WRITE_BATCH_SIZE;
  for await (const batch of readBatches(lines, stageLimit)) {
    signal?.throwIfAborted();
    const rows: ImportRow[] = [];
    const errors: LineError[] = [];
    for (const { line: fileLine, row: read, problem } of await readRows(batch)) {
      staged.count += 1;
      staged.lastLine = fileLine.line;
      if (staged.count % PROGRESS_INTERVAL === 0) progress?.(`${staged.count} lines read`);
      errors.push(...listImageErrors(fileLine));
      if (problem !== undefined)
        errors.push({ line: fileLine.line, reference: getReportedReference(fileLine), reason: problem });
      const row = read && transform ? await transform(read) : read;
      if (!row) continue;
      rows.push({ ...row, images: resolveImageKeys(row.images, images) });
      linesSinceBatchStart += 1;
      // A batch begins with the first line of a product, unless that of the first product was left out.
      if (staged.batchStarts.length === 0 || (row.is_first && linesSinceBatchStart > WRITE_BATCH_SIZE)) {
        staged.batchStarts.push(row.line);
        linesSinceBatchStart = 1;
      }
    }
    await stageRows(db, rows);
    if (errors.length > 0) await onErrors(errors);
  }
  for await (const conflicts of findConflicts(db, images.getKeys())) await onErrors(conflicts);
  return staged;
}

/** Returns the reference of a line as it is reported, which may be cut. */
function getReportedReference({ fields }: FileLine): string {
  return (fields["reference"] ?? "").slice(0, 60);
}

/** Creates a function that lists the unusable images of a line, each of the file once, even if the line has other errors. */
function createImageErrorLister(images: ImportImages) {
  const reported = new Set<string>();
  return (line: FileLine): LineError[] =>
    parseList(line.fields["images"] ?? "").flatMap((name) => {
      const reason = images.getProblem(name);
      if (reason === undefined || reported.has(name)) return [];
      reported.add(name);
      return [{ line: line.line, reference: getReportedReference(line), reason }];
    });
}

/** Replaces names of files and URLs by the keys of their images, and omits unusable ones. */
function resolveImageKeys(names: string[] | null, images: ImportImages): string[] | null {
  const usable = names?.filter((name) => images.getProblem(name) === undefined);
  return usable?.map((name) => images.getKey(name) ?? name) ?? null;
}

/** Writes the staged rows, batch by batch. */
export async function writeStagedRows(
  db: Tx,
  { count, lastLine: lastFileLine, batchStarts }: StagedLines,
  {
    progress,
    signal,
    ...variantOptions
  }: VariantWriteOptions & { progress?: (message: string) => void; signal?: AbortSignal },
): Promise<Omit<ImportResult, "created">> {
  const imported = {
    lines: count,
    products: { added: 0, changed: 0 },
    variants: { added: 0, changed: 0, removed: 0 },
    pictures: { changed: 0 },
  };
  await releaseBarcodes(db);
  for (const [index, firstLine] of batchStarts.entries()) {
    signal?.throwIfAborted();
    const lastLine = (batchStarts[index + 1] ?? lastFileLine + 1) - 1;
    const added = await insertProducts(db, firstLine, lastLine);
    // Lock variants before products, in the same order as checkout does, to avoid deadlocks.
    const variants = await writeVariants(db, firstLine, lastLine, variantOptions);
    for (const name of ["added", "changed", "removed"] as const) imported.variants[name] += variants[name];
    const changed = await updateProducts(db, firstLine, lastLine);
    imported.products.added += added.length;
    imported.products.changed += changed.length;
    await applyProductChanges(db, [...added, ...changed]);
    imported.pictures.changed += await updateImages(db, firstLine, lastLine);
    progress?.(`written up to line ${lastLine} of ${lastFileLine}`);
  }
  return imported;
}
