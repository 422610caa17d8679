import { createHash } from "node:crypto";
import { type BrandFile, deleteBrandFiles, findBrandFile, listBrandFiles, upsertBrandFile } from "./brand-files-sql.ts";
import type { Db } from "./db.ts";
import { freshWithin } from "./fresh.ts";
import { pictureTool } from "./picture-tool.ts";

export const brandKinds = ["logo", "wordmark", "emblem", "favicon"] as const;
/** What an operator gives: a square mark, a mark with the name in it, a sign after the name, the icon of the tab. */
export type BrandKind = (typeof brandKinds)[number];
/** What is made of one square picture: icons of installed apps, in pixels. */
const iconSizes = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512, "icon-maskable-512": 512 } as const;
export type IconKind = keyof typeof iconSizes;

export type { BrandFile };
/** Paths of what is there; the icons have neutral ones by default. */
export type BrandFiles = Record<"logo" | "wordmark" | "emblem", string | null> & Record<"favicon" | IconKind, string>;

const MAX_BYTES = 256 * 1024;
const DIGEST_LENGTH = 24;
const defaults: Record<"favicon" | IconKind, string> = {
  favicon: "/favicon.svg",
  "apple-touch-icon": "/icons/apple-touch-icon.png",
  "icon-192": "/icons/icon-192.png",
  "icon-512": "/icons/icon-512.png",
  "icon-maskable-512": "/icons/icon-maskable-512.png",
};
const endings = { "image/svg+xml": "svg", "image/png": "png" } as const;

/** A file is neither SVG nor PNG, too large, or damaged. */
export class NotABrandFile extends Error {
  override name = "NotABrandFile";
}

/** Where the files of the shop are; read at most once a second. */
const known = freshWithin(1000, async (db): Promise<BrandFiles> => {
  const paths = new Map(
    (await listBrandFiles(db)).map(({ kind, mime, digest }) => [kind, `/media/brand-${digest}.${endings[mime]}`]),
  );
  const own = (kind: string) => paths.get(kind) ?? null;
  const icons = Object.entries(defaults).map(([kind, path]) => [kind, own(kind) ?? path]);
  return {
    ...{ logo: own("logo"), wordmark: own("wordmark"), emblem: own("emblem") },
    ...(Object.fromEntries(icons) as typeof defaults),
  };
});

export async function brandFiles(db: Db): Promise<BrandFiles> {
  return known.get(db);
}

/** The file that `/media/brand-….svg` names; null if there is none. */
export async function brandFileAt(db: Db, file: string): Promise<BrandFile | null> {
  const [, digest, ending] = /^brand-([0-9a-f]{24})\.(svg|png)$/.exec(file) ?? [];
  if (digest === undefined) return null;
  const found = await findBrandFile(db, { digest });
  return found && endings[found.mime] === ending ? found : null;
}

/** The square mark of the shop, for pictures that are drawn; null if it has none. */
export async function logoFile(db: Db): Promise<BrandFile | null> {
  return (await findBrandFile(db, { kind: "logo" })) ?? null;
}

/** Checks a file by opening it. @throws NotABrandFile */
export async function readBrandFile(content: Buffer): Promise<BrandFile> {
  if (content.length > MAX_BYTES) throw new NotABrandFile(`it has more than ${MAX_BYTES / 1024} KB`);
  const sharp = await pictureTool();
  const { format } = await sharp(content)
    .metadata()
    .catch(() => ({ format: null }));
  if (format === "svg") return { mime: "image/svg+xml", content };
  if (format === "png") return { mime: "image/png", content };
  throw new NotABrandFile("it is neither an SVG nor a PNG");
}

export async function saveBrandFile(db: Db, kind: BrandKind | IconKind, { mime, content }: BrandFile): Promise<void> {
  const digest = createHash("sha256").update(mime).update(content).digest("hex").slice(0, DIGEST_LENGTH);
  await upsertBrandFile(db, { kind, mime, content, digest });
  known.forget(db);
}

/** Removes a file of the shop, or the icons that were made of one picture; icons have their defaults again. */
export async function removeBrandFile(db: Db, kind: BrandKind | "icon"): Promise<void> {
  await deleteBrandFiles(db, kind === "icon" ? Object.keys(iconSizes) : [kind]);
  known.forget(db);
}

/** Makes the icons of installed apps from a square picture. A maskable one keeps a tenth free on each side. */
export async function saveIcons(db: Db, { content }: BrandFile): Promise<void> {
  const sharp = await pictureTool();
  for (const [kind, size] of Object.entries(iconSizes)) {
    const inner = kind === "icon-maskable-512" ? Math.round(size * 0.8) : size;
    const border = (size - inner) / 2;
    const icon = await sharp(content, { density: 300 })
      .resize(inner, inner, { fit: "contain", background: "#ffffff" })
      .extend({ top: border, bottom: border, left: border, right: border, background: "#ffffff" })
      .flatten({ background: "#ffffff" })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await saveBrandFile(db, kind as IconKind, { mime: "image/png", content: icon });
  }
}
