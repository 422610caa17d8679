import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { NotAPicture } from "../platform/media-examination.ts";
import { originalEndings, type OriginalMime } from "../platform/media-files.ts";
import { storeOriginal } from "../platform/media-originals.ts";
import { CommandError } from "../platform/commands.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { Unreadable } from "./import-columns.ts";
import { formatOf, readLines } from "./import-file.ts";
import { knownShop } from "./import-known-sql.ts";
import { type Complaint, type ImportRow, rowReader } from "./import-rows.ts";
import {
  addProducts,
  changeProducts,
  complaintsOfStage,
  namePictures,
  openStage,
  picturesOfStage,
  stage,
  writePictures,
  writeVariants,
} from "./import-sql.ts";

export type ImportWishes = {
  db: Db;
  path: string;
  /** Where originals of pictures are kept. */
  mediaDir: string;
  now: Date;
  /** Checks everything and changes nothing. */
  dryRun: boolean;
  progress?: (message: string) => void;
  signal?: AbortSignal;
};

export type Imported = {
  lines: number;
  products: { added: number; changed: number };
  variants: { added: number; changed: number; removed: number };
  pictures: { changed: number };
};

/** Lines of a file that cannot be taken over; nothing was. */
export class BadLines extends CommandError {
  constructor(complaints: readonly Complaint[]) {
    const told = complaints
      .slice(0, MOST_TOLD)
      .map(({ line, reference, reason }) => `line ${line}${reference ? ` (${reference})` : ""}: ${reason}`);
    const rest = complaints.length - told.length;
    super(
      [
        "Nothing was imported.",
        ...told,
        ...(rest > 0 ? [`… and ${rest} more lines that cannot be taken over.`] : []),
      ].join("\n"),
      { code: "lines_rejected", complaints },
    );
  }
}

const MOST_TOLD = 100;
const MOST_KEPT = 10_000;
const ROWS_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 2000;
const TOLD_EVERY = 10_000;

/** The way out of a transaction that was a trial. */
class DryRun extends Error {
  readonly imported: Imported;
  constructor(imported: Imported) {
    super("dry run");
    this.imported = imported;
  }
}

/**
 * Takes over products with their options, prices, stock and pictures from a CSV or JSON Lines file: all of it or
 * nothing, and the same file twice changes nothing. Columns that the file does not have stay as they are.
 * @throws BadLines with every line that is wrong and why; CommandError where the file is none.
 */
export async function importProducts(wishes: ImportWishes): Promise<Imported> {
  formatOf(wishes.path);
  try {
    return await withTransaction(wishes.db, async (db) => {
      await openStage(db);
      const lines = await readAll(db, wishes);
      await checkTogether(db, wishes);
      if (!wishes.dryRun) await keepPictures(db, wishes);
      const imported = await writeAll(db, lines, wishes);
      if (wishes.dryRun) throw new DryRun(imported);
      return imported;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.imported;
    throw error;
  }
}

type Lines = { count: number; last: number; starts: number[] };

/** Reads and checks every line, and lays the rows ready. */
async function readAll(db: Tx, { path, now, progress, signal }: ImportWishes): Promise<Lines> {
  const read = rowReader(await knownShop(db), now);
  const complaints: Complaint[] = [];
  const lines: Lines = { count: 0, last: 0, starts: [] };
  let batch: ImportRow[] = [];
  let sinceStart = WRITTEN_AT_ONCE;
  for await (const fileLine of readLines(path)) {
    signal?.throwIfAborted();
    lines.count += 1;
    lines.last = fileLine.line;
    if (lines.count % TOLD_EVERY === 0) progress?.(`${lines.count} lines read`);
    try {
      const row = await read(fileLine);
      batch.push(row);
      sinceStart += 1;
      // What is written together begins with a whole product.
      if (row.is_first && sinceStart > WRITTEN_AT_ONCE) {
        lines.starts.push(row.line);
        sinceStart = 1;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const reference = (fileLine.fields["reference"] ?? "").slice(0, 60);
      if (complaints.length < MOST_KEPT) complaints.push({ line: fileLine.line, reference, reason: error.message });
    }
    if (batch.length < ROWS_AT_ONCE) continue;
    if (complaints.length === 0) await stage(db, batch);
    batch = [];
  }
  if (complaints.length > 0) throw new BadLines(complaints);
  if (batch.length > 0) await stage(db, batch);
  if (lines.count === 0) throw new CommandError("The file has no products.");
  return lines;
}

/** What only shows once all lines are known. */
async function checkTogether(db: Tx, { path }: ImportWishes): Promise<void> {
  const complaints = await complaintsOfStage(db);
  for (const { file, line, reference } of await picturesOfStage(db)) {
    const isThere =
      mimeOf(file) !== undefined &&
      (await stat(placeOf(path, file)).then(
        (one) => one.isFile(),
        () => false,
      ));
    if (!isThere) complaints.push({ line, reference, reason: `there is no picture ${file} beside the file` });
  }
  if (complaints.length > 0) throw new BadLines(complaints.toSorted((a, b) => a.line - b.line));
}

/** Keeps the pictures that are named by their files. */
async function keepPictures(db: Tx, { path, mediaDir, signal }: ImportWishes): Promise<void> {
  const pictures = await picturesOfStage(db);
  if (pictures.length === 0) return;
  const keys = new Map<string, string>();
  const complaints: Complaint[] = [];
  for (const { file, line, reference } of pictures) {
    signal?.throwIfAborted();
    const mime = mimeOf(file);
    if (!mime) continue;
    try {
      keys.set(file, (await storeOriginal(db, mediaDir, await readFile(placeOf(path, file)), mime)).key);
    } catch (error) {
      if (!(error instanceof NotAPicture)) throw error;
      complaints.push({ line, reference, reason: `${file} is no picture that the shop can show` });
    }
  }
  if (complaints.length > 0) throw new BadLines(complaints);
  await namePictures(db, keys);
}

function mimeOf(file: string): OriginalMime | undefined {
  const ending = extname(file).slice(1).toLowerCase().replace("jpeg", "jpg");
  return (Object.keys(originalEndings) as OriginalMime[]).find((mime) => originalEndings[mime] === ending);
}

/** Names of pictures are read from where the file lies. */
function placeOf(path: string, file: string): string {
  return join(dirname(resolve(path)), file);
}

async function writeAll(db: Tx, { count, last, starts }: Lines, { progress, signal }: ImportWishes): Promise<Imported> {
  const imported: Imported = {
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
