import type { Db } from "../../platform/db/database.ts";
import { type Locale, locales } from "../../platform/i18n/locale.ts";
import { singleFile, type FileGeneration } from "../generated-files.ts";
import { getIndexedLocales, getPageUrl, getImageUrl, type Site } from "../site.ts";
import {
  type SitemapEntry,
  listInfoEntries,
  listIngredientEntries,
  listCollectionEntries,
  getNewestCollectionChange,
  hasProductFile,
  getNewestPostDate,
  listPostEntries,
  readProductEntries,
  listProductFiles,
  listQuizPaths,
} from "./sitemap-sql.ts";
import { renderElement, escapeXml } from "../xml.ts";

const collectionKinds = ["categories", "brands", "series", "tags"] as const;
const kinds = ["main", ...collectionKinds, "ingredients", "info", "blog", "news"] as const;
type Kind = (typeof kinds)[number];

/** A sitemap file, for example `ru-products-2` or `en-blog`. */
export type SitemapFile = { locale: Locale; kind: Kind | "products"; number: number };

const languages: Record<Locale, string> = { "ru-RU": "ru", "en-US": "en" };

/**
 * Parses a file name.
 * @returns null if there is no such sitemap file.
 */
export function parseSitemapFileName(name: string): SitemapFile | null {
  const [, language, kind, number] = /^(ru|en)-(?:([a-z]+)|products-([1-9]\d{0,4}))\.xml$/.exec(name) ?? [];
  const locale = locales.find((one) => languages[one] === language);
  const knownKind = kinds.find((one) => one === kind);
  if (!locale || (!knownKind && !number)) return null;
  return { locale, kind: knownKind ?? "products", number: number ? Number(number) : 1 };
}

function formatFileName({ locale, kind, number }: SitemapFile): string {
  return `${languages[locale]}-${kind === "products" ? `products-${number}` : kind}.xml`;
}

/** Returns whether a file is in the sitemap index: its locale has URLs of its own, and its product ids exist. */
export async function isInIndex(db: Db, site: Site, { locale, kind, number }: SitemapFile): Promise<boolean> {
  if (!getIndexedLocales(site).includes(locale)) return false;
  return kind !== "products" || hasProductFile(db, number);
}

const createEntry = (path: string): SitemapEntry => ({ path, changed_at: null, pictures: [] });

async function listMainEntries(db: Db, locale: Locale, now: Date): Promise<SitemapEntry[]> {
  const [blog, news, quizzes] = await Promise.all([
    getNewestPostDate(db, "blog", locale, now),
    getNewestPostDate(db, "news", locale, now),
    listQuizPaths(db, locale),
  ]);
  return [
    ...["/", "/best-sales", "/new-products", "/prices-drop", "/brands", "/ingredients"].map(createEntry),
    ...(blog ? [{ ...createEntry("/blog"), changed_at: blog }] : []),
    ...(news ? [{ ...createEntry("/news"), changed_at: news }] : []),
    createEntry("/podarocnyi-sertifikat.html"),
    ...quizzes.map(createEntry),
  ];
}

async function listEntriesOfKind(db: Db, kind: Kind, locale: Locale, now: Date): Promise<SitemapEntry[]> {
  if (kind === "main") return listMainEntries(db, locale, now);
  if (kind === "ingredients") return listIngredientEntries(db);
  if (kind === "info") return listInfoEntries(db, locale);
  if (kind === "blog" || kind === "news") return listPostEntries(db, kind, locale, now);
  return listCollectionEntries(db, kind);
}

/** Generates the sitemap index: every file that has entries, with its newest change. */
export async function* generateSitemapIndex(db: Db, site: Site, now: Date): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  const products = await listProductFiles(db);
  // Those that are the same in every language are read once.
  const collections = new Map<Kind, { changedAt: Date | null } | null>();
  for (const kind of collectionKinds) {
    const changedAt = await getNewestCollectionChange(db, kind);
    collections.set(kind, changedAt && { changedAt });
  }
  collections.set("ingredients", findNewestChange(await listIngredientEntries(db)));
  for (const locale of getIndexedLocales(site)) {
    for (const kind of kinds) {
      const newest = collections.has(kind)
        ? collections.get(kind)
        : findNewestChange(await listEntriesOfKind(db, kind, locale, now));
      if (newest) yield renderIndexEntry(site, { locale, kind, number: 1 }, newest.changedAt);
    }
    for (const { number, changed_at } of products)
      yield renderIndexEntry(site, { locale, kind: "products", number }, changed_at);
  }
  yield "</sitemapindex>\n";
}

/** Returns the newest change of entries, null if it is not known; null instead if there are no entries. */
function findNewestChange(entries: readonly SitemapEntry[]): { changedAt: Date | null } | null {
  if (entries.length === 0) return null;
  const timestamps = entries.flatMap(({ changed_at }) => (changed_at ? [changed_at.getTime()] : []));
  return { changedAt: timestamps.length > 0 ? new Date(timestamps.reduce((a, b) => Math.max(a, b))) : null };
}

function renderIndexEntry({ publicUrl }: Site, file: SitemapFile, changedAt: Date | null): string {
  const lastmod = changedAt ? renderElement("lastmod", changedAt.toISOString()) : "";
  return `<sitemap>${renderElement("loc", `${publicUrl}/sitemaps/${formatFileName(file)}`)}${lastmod}</sitemap>\n`;
}

/**
 * Describes the generation of a sitemap file. Product files of all locales are written in one pass, because they have
 * the same products.
 */
export function createSitemapFile(db: Db, site: Site, file: SitemapFile, now: () => Date): FileGeneration {
  const { locale, kind, number } = file;
  if (kind !== "products")
    return singleFile(formatFileName(file), () => generateListFile(db, site, { locale, kind }, now()));
  const indexedLocales = getIndexedLocales(site);
  return {
    names: indexedLocales.map((one) => formatFileName({ locale: one, kind, number })),
    generateChunks: () => generateProductFiles(db, site, indexedLocales, number),
  };
}

const SITEMAP_HEADER = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
const SITEMAP_FOOTER = "</urlset>\n";

async function* generateListFile(
  db: Db,
  site: Site,
  { locale, kind }: { locale: Locale; kind: Kind },
  now: Date,
): AsyncGenerator<string> {
  yield SITEMAP_HEADER;
  for (const entry of await listEntriesOfKind(db, kind, locale, now))
    yield renderUrl(site, entry, locale, renderDetails(site, entry));
  yield SITEMAP_FOOTER;
}

async function* generateProductFiles(
  db: Db,
  site: Site,
  indexedLocales: readonly Locale[],
  number: number,
): AsyncGenerator<readonly [number, string]> {
  for (const index of indexedLocales.keys()) yield [index, SITEMAP_HEADER];
  for await (const batch of readProductEntries(db, number))
    for (const entry of batch) {
      const details = renderDetails(site, entry);
      for (const [index, locale] of indexedLocales.entries()) yield [index, renderUrl(site, entry, locale, details)];
    }
  for (const index of indexedLocales.keys()) yield [index, SITEMAP_FOOTER];
}

function renderUrl(site: Site, { path }: SitemapEntry, locale: Locale, details: string): string {
  return `<url>${renderElement("loc", getPageUrl(site, encodeURI(path), locale))}${details}</url>\n`;
}

/** Renders the last change and the images of a page, which are the same in every language. */
function renderDetails(site: Site, { changed_at, pictures }: SitemapEntry): string {
  const images = pictures.map(
    (one) => `<image:image><image:loc>${escapeXml(getImageUrl(site, one))}</image:loc></image:image>`,
  );
  return `${changed_at ? renderElement("lastmod", changed_at.toISOString()) : ""}${images.join("")}`;
}
