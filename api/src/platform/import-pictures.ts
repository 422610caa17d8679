import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import type { Tx } from "./db.ts";
import { examine, NotAPicture } from "./media-examination.ts";
import { originalEndings, type OriginalMime } from "./media-files.ts";
import { mediaKey } from "./media-key.ts";
import { storeOriginals } from "./media-originals.ts";
import { DownloadError, type DownloadLimits, downloadPublic } from "./public-download.ts";

const MAX_BYTES = 20_000_000;
const DOWNLOAD_MS = 20_000;
/** Drawings are not taken from other servers. */
const REMOTE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const satisfies OriginalMime[];
const AT_ONCE = 4;
const STORED_AT_ONCE = 8;

type CheckedPicture = { key: string; mime: OriginalMime; path: string };

/** Pictures that a file names: files of the same folder and URLs. */
export type ImportPictures = {
  /** The key that the picture has in the shop, or will have; undefined if the picture was not found or is invalid. */
  keyOf(name: string): string | undefined;
  /** Why a picture cannot be imported; undefined if it can. */
  problemOf(name: string): string | undefined;
  /** Every key that `keyOf` returns. */
  keys(): string[];
  /** Stores the pictures. @param mediaDir null records them without their files, in a transaction that is rolled back */
  store(db: Tx, mediaDir: string | null): Promise<void>;
  /** Deletes what was downloaded. */
  close(): Promise<void>;
};

export type PictureOptions = Pick<DownloadLimits, "isAllowed" | "signal"> & { progress?: (message: string) => void };

/** Whether a name is that of a file or a URL. Anything else is the key of a picture that the shop has. */
export function isNewPicture(name: string): boolean {
  return name.includes(".") || isUrl(name);
}

function isUrl(name: string): boolean {
  return /^https?:/i.test(name);
}

/**
 * Opens every picture once, a few at a time, and checks that the shop can show it. Nothing is stored yet.
 * @param file the imported file, next to which the pictures are
 */
export async function openPictures(
  file: string,
  names: Iterable<string>,
  { signal, progress, isAllowed }: PictureOptions = {},
): Promise<ImportPictures> {
  const folder = await mkdtemp(join(tmpdir(), "import-pictures-"));
  const checked = new Map<string, CheckedPicture>();
  const problems = new Map<string, string>();
  const waiting = [...new Set(names)].filter(isNewPicture);
  const limits = { maxBytes: MAX_BYTES, timeoutMs: DOWNLOAD_MS, types: REMOTE_TYPES };
  const download = async (url: string): Promise<CheckedPicture> => {
    const allowed = { ...(signal ? { signal } : {}), ...(isAllowed ? { isAllowed } : {}) };
    const content = await downloadPublic(url, { ...limits, ...allowed });
    const { key, mime } = await checkedContent(content, REMOTE_TYPES);
    const path = join(folder, key);
    await writeFile(path, content);
    return { key, mime, path };
  };
  let opened = 0;
  const openNext = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      signal?.throwIfAborted();
      try {
        checked.set(name, await (isUrl(name) ? download(name) : openLocal(join(dirname(resolve(file)), name), name)));
      } catch (error) {
        if (!(error instanceof NotAPicture || error instanceof DownloadError)) throw error;
        problems.set(name, `${name}: ${error.message}`);
      }
      opened += 1;
      if (opened % 100 === 0) progress?.(`${opened} pictures checked`);
    }
  };
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    keyOf: (name) => checked.get(name)?.key,
    problemOf: (name) => problems.get(name),
    keys: () => [...checked.values()].map(({ key }) => key),
    store: (db, mediaDir) => storeAll(db, mediaDir, [...checked.values()]),
    close,
  };
}

async function openLocal(path: string, name: string): Promise<CheckedPicture> {
  const ending = extname(name).slice(1).toLowerCase().replace("jpeg", "jpg");
  const mime = (Object.keys(originalEndings) as OriginalMime[]).find((one) => originalEndings[one] === ending);
  const endings = Object.values(originalEndings).join(", ");
  if (!mime) throw new NotAPicture(`the name of a picture ends in ${endings}`);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new NotAPicture("there is no such picture next to the file");
  if (found.size > MAX_BYTES) throw new NotAPicture(`larger than ${MAX_BYTES / 1_000_000} MB`);
  return { ...(await checkedContent(await readFile(path), [mime])), path };
}

/** What a picture is, whatever its name or its server says. @throws NotAPicture */
async function checkedContent(content: Buffer, types: readonly OriginalMime[]): Promise<Omit<CheckedPicture, "path">> {
  let problem: unknown;
  for (const mime of types) {
    try {
      await examine(content, mime);
      return { key: mediaKey(content), mime };
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

async function storeAll(db: Tx, mediaDir: string | null, pictures: readonly CheckedPicture[]): Promise<void> {
  for (let at = 0; at < pictures.length; at += STORED_AT_ONCE) {
    const some = pictures.slice(at, at + STORED_AT_ONCE);
    const originals = await Promise.all(some.map(async ({ path, mime }) => ({ mime, content: await readFile(path) })));
    await storeOriginals(db, mediaDir, originals);
  }
}
