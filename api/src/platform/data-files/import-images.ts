import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import type { Tx } from "../db/database.ts";
import type { FileStorage } from "../file-storage/file-storage.ts";
import { validateImage, InvalidImageError } from "../media/image-validation.ts";
import { originalExtensions, type OriginalMime } from "../media/storage.ts";
import { getMediaKey } from "../media/media-key.ts";
import { storeOriginals } from "../media/originals.ts";
import { DownloadError, type DownloadLimits, downloadPublic } from "../http/public-download.ts";

const MAX_BYTES = 20_000_000;
const DOWNLOAD_TIMEOUT_MS = 20_000;
/** SVG files are not downloaded from other servers. */
const REMOTE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const satisfies OriginalMime[];
const CONCURRENCY = 4;
const STORE_BATCH_SIZE = 8;

type CheckedImage = { key: string; mime: OriginalMime; path: string };

/** The images that an imported file references: files of the same folder and URLs. */
export type ImportImages = {
  /** Returns the key that the image has or will have; undefined if it was not found or is invalid. */
  getKey(name: string): string | undefined;
  /** Returns why an image cannot be imported; undefined if it can be. */
  getProblem(name: string): string | undefined;
  /** Returns every key that `getKey` can return. */
  getKeys(): string[];
  /**
   * Stores the images.
   * @param files null inserts the rows without files, for a transaction that is rolled back
   */
  store(db: Tx, files: FileStorage | null): Promise<void>;
  /** Deletes downloaded files. */
  close(): Promise<void>;
};

export type ImageImportOptions = Pick<DownloadLimits, "isAllowed" | "signal"> & {
  /** After so many bytes in total, no more images are downloaded. */
  maxTotalBytes?: number;
  progress?: (message: string) => void;
};

/** Returns whether a name is a file or a URL. Any other name is the key of a stored image. */
export function isNewImage(name: string): boolean {
  return name.includes(".") || isUrl(name);
}

function isUrl(name: string): boolean {
  return /^https?:/i.test(name);
}

/**
 * Opens and validates every image once, a few at a time. Nothing is stored yet.
 * @param file the path of the imported file, next to which the images are
 */
export async function openImages(
  file: string,
  names: Iterable<string>,
  { signal, progress, isAllowed, maxTotalBytes = Number.POSITIVE_INFINITY }: ImageImportOptions = {},
): Promise<ImportImages> {
  const folder = await mkdtemp(join(tmpdir(), "import-images-"));
  const checkedImages = new Map<string, CheckedImage>();
  const problems = new Map<string, string>();
  const pendingNames = [...new Set(names)].filter(isNewImage);
  const limits = { maxBytes: MAX_BYTES, timeoutMs: DOWNLOAD_TIMEOUT_MS, types: REMOTE_TYPES };
  let totalBytes = 0;
  const download = async (url: string): Promise<CheckedImage> => {
    if (totalBytes >= maxTotalBytes) throw new InvalidImageError("the images of the file are too large together");
    const downloadOptions = { ...(signal ? { signal } : {}), ...(isAllowed ? { isAllowed } : {}) };
    const content = await downloadPublic(url, { ...limits, ...downloadOptions });
    totalBytes += content.length;
    const { key, mime } = await validateContent(content, REMOTE_TYPES);
    const path = join(folder, key);
    await writeFile(path, content);
    return { key, mime, path };
  };
  let openedCount = 0;
  const openNext = async () => {
    for (let name = pendingNames.pop(); name !== undefined; name = pendingNames.pop()) {
      signal?.throwIfAborted();
      try {
        checkedImages.set(
          name,
          await (isUrl(name) ? download(name) : checkLocalImage(join(dirname(resolve(file)), name), name)),
        );
      } catch (error) {
        if (!(error instanceof InvalidImageError || error instanceof DownloadError)) throw error;
        problems.set(name, `${name}: ${error.message}`);
      }
      openedCount += 1;
      if (openedCount % 100 === 0) progress?.(`${openedCount} images checked`);
    }
  };
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, openNext));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    getKey: (name) => checkedImages.get(name)?.key,
    getProblem: (name) => problems.get(name),
    getKeys: () => [...checkedImages.values()].map(({ key }) => key),
    store: (db, files) => storeImages(db, files, [...checkedImages.values()]),
    close,
  };
}

async function checkLocalImage(path: string, name: string): Promise<CheckedImage> {
  const extension = extname(name).slice(1).toLowerCase().replace("jpeg", "jpg");
  const mime = (Object.keys(originalExtensions) as OriginalMime[]).find(
    (type) => originalExtensions[type] === extension,
  );
  const extensions = Object.values(originalExtensions).join(", ");
  if (!mime) throw new InvalidImageError(`the name of an image must end in ${extensions}`);
  const fileStats = await stat(path).catch(() => null);
  if (!fileStats?.isFile()) throw new InvalidImageError("there is no such image next to the file");
  if (fileStats.size > MAX_BYTES) throw new InvalidImageError(`larger than ${MAX_BYTES / 1_000_000} MB`);
  return { ...(await validateContent(await readFile(path), [mime])), path };
}

/**
 * Determines the type of an image by its content, whatever its name or its server says.
 * @throws InvalidImageError
 */
async function validateContent(content: Buffer, types: readonly OriginalMime[]): Promise<Omit<CheckedImage, "path">> {
  let problem: unknown;
  for (const mime of types) {
    try {
      await validateImage(content, mime);
      return { key: getMediaKey(content), mime };
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

async function storeImages(db: Tx, files: FileStorage | null, images: readonly CheckedImage[]): Promise<void> {
  for (let index = 0; index < images.length; index += STORE_BATCH_SIZE) {
    const batch = images.slice(index, index + STORE_BATCH_SIZE);
    const originals = await Promise.all(batch.map(async ({ path, mime }) => ({ mime, content: await readFile(path) })));
    await storeOriginals(db, files, originals);
  }
}
