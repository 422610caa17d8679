import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { CommandError } from "../platform/commands.ts";
import { type Complaint, InvalidFile } from "../platform/file-errors.ts";
import { formatOf, readLines } from "../platform/file-reader.ts";
import { list, Unreadable } from "../platform/file-values.ts";
import { type ImportPictures, isNewPicture, openPictures, type PictureOptions } from "../platform/import-pictures.ts";
import { fileColumns } from "./import-columns.ts";
import { knownLabels, knownProducts } from "./import-known-sql.ts";
import { type Created, ImportLabels } from "./import-labels.ts";
import { type ImportRow, rowReader } from "./import-rows.ts";
import {
  addProducts,
  changeProducts,
  complaintsOfStage,
  openStage,
  stage,
  writePictures,
  writeVariants,
} from "./import-sql.ts";

export type ImportWishes = PictureOptions & {
  db: Db;
  path: string;
  /** Where originals of pictures are kept. */
  mediaDir: string;
  now: Date;
  /** Checks everything and changes nothing. */
  dryRun: boolean;
  /** Creates categories, brands, concerns and tags that the shop does not have. */
  createMissing?: boolean;
};

export type Imported = {
  lines: number;
  products: { added: number; changed: number };
  variants: { added: number; changed: number; removed: number };
  pictures: { changed: number };
  created: Created;
};

const MOST_KEPT = 10_000;
const ROWS_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 2000;
const TOLD_EVERY = 10_000;

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly imported: Imported;
  constructor(imported: Imported) {
    super("dry run");
    this.imported = imported;
  }
}

/**
 * Imports products with their options, prices, stock and pictures from a CSV or JSON Lines file: all of it or nothing.
 * The same file a second time changes nothing. Columns that the file does not have stay as they are.
 * @throws InvalidFile with every line that is wrong and why; CommandError if the file cannot be read at all
 */
export async function importProducts(options: ImportWishes): Promise<Imported> {
  formatOf(options.path);
  const pictures = await openPictures(options.path, await pictureNames(options), options);
  try {
    return await withTransaction(options.db, async (db) => {
      await openStage(db);
      const labels = new ImportLabels(db, await knownLabels(db), options.createMissing ?? false);
      const lines = await readAll(db, labels, pictures, options);
      await pictures.store(db, options.dryRun ? null : options.mediaDir);
      const imported = { ...(await writeAll(db, lines, options)), created: labels.created };
      if (options.dryRun) throw new DryRun(imported);
      return imported;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.imported;
    throw error;
  } finally {
    await pictures.close();
  }
}

/** The pictures that a file brings. They are fetched before the transaction, which must not wait for other servers. */
async function pictureNames({ path, signal }: ImportWishes): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { fields } of readLines(path, fileColumns)) {
    signal?.throwIfAborted();
    for (const name of list(fields["images"] ?? "")) if (isNewPicture(name)) names.add(name);
  }
  return names;
}

type Lines = { count: number; last: number; starts: number[] };

/** Reads and stages every line. @throws InvalidFile with everything that is wrong with lines and pictures */
async function readAll(
  db: Tx,
  labels: ImportLabels,
  pictures: ImportPictures,
  { path, now, progress, signal }: ImportWishes,
): Promise<Lines> {
  const read = rowReader(await knownProducts(db), labels, now);
  const complaints: Complaint[] = [];
  const complain = (complaint: Complaint) => void (complaints.length < MOST_KEPT && complaints.push(complaint));
  const withKeys = pictureKeys(pictures, complain);
  const lines: Lines = { count: 0, last: 0, starts: [] };
  let batch: ImportRow[] = [];
  let sinceStart = WRITTEN_AT_ONCE;
  for await (const fileLine of readLines(path, fileColumns)) {
    signal?.throwIfAborted();
    lines.count += 1;
    lines.last = fileLine.line;
    if (lines.count % TOLD_EVERY === 0) progress?.(`${lines.count} lines read`);
    try {
      const row = await read(fileLine);
      batch.push(withKeys(row));
      sinceStart += 1;
      // What is written together begins with a whole product.
      if (row.is_first && sinceStart > WRITTEN_AT_ONCE) {
        lines.starts.push(row.line);
        sinceStart = 1;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const reference = (fileLine.fields["reference"] ?? "").slice(0, 60);
      complain({ line: fileLine.line, reference, reason: error.message });
    }
    if (batch.length < ROWS_AT_ONCE) continue;
    await stage(db, batch);
    batch = [];
  }
  if (lines.count === 0) throw new CommandError("The file has no products.");
  if (batch.length > 0) await stage(db, batch);
  complaints.push(...(await complaintsOfStage(db, pictures.keys())));
  if (complaints.length > 0) throw new InvalidFile(complaints);
  return lines;
}

/** Puts the keys of pictures in the place of files and URLs. A picture that cannot be used is reported once. */
function pictureKeys(pictures: ImportPictures, complain: (complaint: Complaint) => void) {
  const reported = new Set<string>();
  return (row: ImportRow): ImportRow => {
    if (row.images === null) return row;
    const usable = row.images.filter((name) => pictures.problemOf(name) === undefined);
    for (const name of row.images) {
      const reason = pictures.problemOf(name);
      if (reason === undefined || reported.has(name)) continue;
      reported.add(name);
      complain({ line: row.line, reference: row.reference, reason });
    }
    return { ...row, images: usable.map((name) => pictures.keyOf(name) ?? name) };
  };
}

async function writeAll(
  db: Tx,
  { count, last, starts }: Lines,
  { progress, signal }: ImportWishes,
): Promise<Omit<Imported, "created">> {
  const imported = {
    lines: count,
    products: { added: 0, changed: 0 },
    variants: { added: 0, changed: 0, removed: 0 },
    pictures: { changed: 0 },
  };
  for (const [at, from] of starts.entries()) {
    signal?.throwIfAborted();
    const to = (starts[at + 1] ?? last + 1) - 1;
    imported.products.added += await addProducts(db, from, to);
    // Orders hold variants before products: so does this.
    const variants = await writeVariants(db, from, to);
    for (const name of ["added", "changed", "removed"] as const) imported.variants[name] += variants[name];
    imported.products.changed += await changeProducts(db, from, to);
    imported.pictures.changed += await writePictures(db, from, to);
    progress?.(`written up to line ${to} of ${last}`);
  }
  return imported;
}
