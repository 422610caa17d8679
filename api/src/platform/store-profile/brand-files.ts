import { createHash } from "node:crypto";
import { type BrandFile, deleteBrandFiles, findBrandFile, listBrandFiles, upsertBrandFile } from "./brand-files-sql.ts";
import type { Db } from "../db/database.ts";
import { cachedFor } from "../cache/cache.ts";
import { loadSharp } from "../media/sharp.ts";

export const brandFileKinds = ["logo", "wordmark", "emblem", "favicon"] as const;
/**
 * The files that an operator uploads: the square logo, the logo with the name in it (wordmark), the symbol after the
 * name (emblem), and the favicon.
 */
export type BrandFileKind = (typeof brandFileKinds)[number];
/** Icons of installed apps that are generated from the logo, with their size in pixels. */
const iconSizes = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512, "icon-maskable-512": 512 } as const;
export type IconKind = keyof typeof iconSizes;

export type { BrandFile };
/** Paths of the uploaded files; null if there is none. Icons have neutral defaults. */
export type BrandFilePaths = Record<"logo" | "wordmark" | "emblem", string | null> &
  Record<"favicon" | IconKind, string>;

const MAX_BYTES = 256 * 1024;
const DIGEST_LENGTH = 24;
const defaultPaths: Record<"favicon" | IconKind, string> = {
  favicon: "/favicon.svg",
  "apple-touch-icon": "/icons/apple-touch-icon.png",
  "icon-192": "/icons/icon-192.png",
  "icon-512": "/icons/icon-512.png",
  "icon-maskable-512": "/icons/icon-maskable-512.png",
};
const extensions = { "image/svg+xml": "svg", "image/png": "png" } as const;

/** A file is neither SVG nor PNG, is too large, or is damaged. */
export class InvalidBrandFileError extends Error {
  override name = "InvalidBrandFileError";
}

/** Paths of the brand files, read at most once a second. */
const cachedBrandFilePaths = cachedFor(1000, async (db): Promise<BrandFilePaths> => {
  const paths = new Map(
    (await listBrandFiles(db)).map(({ kind, mime, digest }) => [kind, `/media/brand-${digest}.${extensions[mime]}`]),
  );
  const getPath = (kind: string) => paths.get(kind) ?? null;
  const icons = Object.entries(defaultPaths).map(([kind, path]) => [kind, getPath(kind) ?? path]);
  return {
    logo: getPath("logo"),
    wordmark: getPath("wordmark"),
    emblem: getPath("emblem"),
    ...(Object.fromEntries(icons) as typeof defaultPaths),
  };
});

export async function getBrandFilePaths(db: Db): Promise<BrandFilePaths> {
  return cachedBrandFilePaths.get(db);
}

/** Finds the file of a name such as `brand-….svg` under `/media/`; null if there is none. */
export async function findBrandFileByName(db: Db, fileName: string): Promise<BrandFile | null> {
  const [, digest, extension] = /^brand-([0-9a-f]{24})\.(svg|png)$/.exec(fileName) ?? [];
  if (digest === undefined) return null;
  const brandFile = await findBrandFile(db, { digest });
  return brandFile && extensions[brandFile.mime] === extension ? brandFile : null;
}

/** Returns the square logo, for images that are generated; null if there is none. */
export async function findLogo(db: Db): Promise<BrandFile | null> {
  return (await findBrandFile(db, { kind: "logo" })) ?? null;
}

/**
 * Validates a file by opening it.
 * @throws InvalidBrandFileError
 */
export async function validateBrandFile(content: Buffer): Promise<BrandFile> {
  if (content.length > MAX_BYTES) throw new InvalidBrandFileError(`it has more than ${MAX_BYTES / 1024} KB`);
  const sharp = await loadSharp();
  const { format } = await sharp(content)
    .metadata()
    .catch(() => ({ format: null }));
  if (format === "svg") return { mime: "image/svg+xml", content };
  if (format === "png") return { mime: "image/png", content };
  throw new InvalidBrandFileError("it is neither an SVG nor a PNG");
}

export async function saveBrandFile(
  db: Db,
  kind: BrandFileKind | IconKind,
  { mime, content }: BrandFile,
): Promise<void> {
  const digest = createHash("sha256").update(mime).update(content).digest("hex").slice(0, DIGEST_LENGTH);
  await upsertBrandFile(db, { kind, mime, content, digest });
  cachedBrandFilePaths.invalidate(db);
}

/** Deletes a brand file, or all icons generated from one image. Icons then have their defaults again. */
export async function removeBrandFile(db: Db, kind: BrandFileKind | "icon"): Promise<void> {
  await deleteBrandFiles(db, kind === "icon" ? Object.keys(iconSizes) : [kind]);
  cachedBrandFilePaths.invalidate(db);
}

/**
 * Generates the icons of installed apps from a square image. The maskable icon has a margin of a tenth on each side.
 */
export async function generateIcons(db: Db, { content }: BrandFile): Promise<void> {
  const sharp = await loadSharp();
  for (const [kind, size] of Object.entries(iconSizes)) {
    const innerSize = kind === "icon-maskable-512" ? Math.round(size * 0.8) : size;
    const border = (size - innerSize) / 2;
    const icon = await sharp(content, { density: 300 })
      .resize(innerSize, innerSize, { fit: "contain", background: "#ffffff" })
      .extend({ top: border, bottom: border, left: border, right: border, background: "#ffffff" })
      .flatten({ background: "#ffffff" })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await saveBrandFile(db, kind as IconKind, { mime: "image/png", content: icon });
  }
}
