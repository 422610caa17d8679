import type { Db } from "../platform/db.ts";
import { type Locale, locales } from "../platform/locale.ts";
import { alone, type Making } from "./kept-files.ts";
import { addressedLocales, pageAddress, pictureAddress, type Site } from "./site.ts";
import {
  type Entry,
  infoEntries,
  ingredientEntries,
  listEntries,
  newestPost,
  postEntries,
  productEntries,
  productFiles,
  quizAddresses,
} from "./sitemap-sql.ts";
import { element, escaped } from "./xml.ts";

const kinds = ["main", "categories", "brands", "series", "tags", "ingredients", "info", "blog", "news"] as const;
type Kind = (typeof kinds)[number];

/** A file of the sitemap: `ru-products-2`, `en-blog`. */
export type SitemapFile = { locale: Locale; kind: Kind | "products"; number: number };

const languages: Record<Locale, string> = { "ru-RU": "ru", "en-US": "en" };

/** What a file name asks for, null where no file of the sitemap is called so. */
export function readSitemapName(name: string): SitemapFile | null {
  const [, language, kind, number] = /^(ru|en)-(?:([a-z]+)|products-([1-9]\d{0,4}))\.xml$/.exec(name) ?? [];
  const locale = locales.find((one) => languages[one] === language);
  const known = kinds.find((one) => one === kind);
  if (!locale || (!known && !number)) return null;
  return { locale, kind: known ?? "products", number: number ? Number(number) : 1 };
}

function nameOf({ locale, kind, number }: SitemapFile): string {
  return `${languages[locale]}-${kind === "products" ? `products-${number}` : kind}.xml`;
}

/** Whether the shop has such a file: a language with addresses of its own, products with such numbers. */
export async function isInIndex(db: Db, site: Site, { locale, kind, number }: SitemapFile): Promise<boolean> {
  if (!addressedLocales(site).includes(locale)) return false;
  return kind !== "products" || (await productFiles(db)).some((file) => file.number === number);
}

const plain = (path: string): Entry => ({ path, changed_at: null, pictures: [] });

async function mainEntries(db: Db, locale: Locale, now: Date): Promise<Entry[]> {
  const [blog, news, quizzes] = await Promise.all([
    newestPost(db, "blog", locale, now),
    newestPost(db, "news", locale, now),
    quizAddresses(db, locale),
  ]);
  return [
    ...["/", "/best-sales", "/new-products", "/prices-drop", "/brands", "/ingredients"].map(plain),
    ...(blog ? [{ ...plain("/blog"), changed_at: blog }] : []),
    ...(news ? [{ ...plain("/news"), changed_at: news }] : []),
    plain("/podarocnyi-sertifikat.html"),
    ...quizzes.map(plain),
  ];
}

async function entriesOf(db: Db, kind: Kind, locale: Locale, now: Date): Promise<Entry[]> {
  if (kind === "main") return mainEntries(db, locale, now);
  if (kind === "ingredients") return ingredientEntries(db);
  if (kind === "info") return infoEntries(db, locale);
  if (kind === "blog" || kind === "news") return postEntries(db, kind, locale, now);
  return listEntries(db, kind);
}

/** The index: every file that has an address in it, with its newest change. */
export async function* sitemapIndex(db: Db, site: Site, now: Date): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  const products = await productFiles(db);
  for (const locale of addressedLocales(site)) {
    for (const kind of kinds) {
      const entries = await entriesOf(db, kind, locale, now);
      if (entries.length > 0) yield indexed(site, { locale, kind, number: 1 }, newest(entries));
    }
    for (const { number, changed_at } of products)
      yield indexed(site, { locale, kind: "products", number }, changed_at);
  }
  yield "</sitemapindex>\n";
}

function newest(entries: readonly Entry[]): Date | null {
  const times = entries.flatMap(({ changed_at }) => (changed_at ? [changed_at.getTime()] : []));
  return times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : null;
}

function indexed({ publicUrl }: Site, file: SitemapFile, changed: Date | null): string {
  const lastmod = changed ? element("lastmod", changed.toISOString()) : "";
  return `<sitemap>${element("loc", `${publicUrl}/sitemaps/${nameOf(file)}`)}${lastmod}</sitemap>\n`;
}

/** A file of the sitemap; of products those of every language, which tell of the same in one going. */
export function sitemapMaking(db: Db, site: Site, file: SitemapFile, now: () => Date): Making {
  const { locale, kind, number } = file;
  if (kind !== "products") return alone(nameOf(file), () => listPieces(db, site, { locale, kind }, now()));
  const spoken = addressedLocales(site);
  return {
    names: spoken.map((one) => nameOf({ locale: one, kind, number })),
    pieces: () => productPieces(db, site, spoken, number),
  };
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
const TAIL = "</urlset>\n";

async function* listPieces(
  db: Db,
  site: Site,
  { locale, kind }: { locale: Locale; kind: Kind },
  now: Date,
): AsyncGenerator<string> {
  yield HEAD;
  for (const entry of await entriesOf(db, kind, locale, now)) yield written(site, entry, locale, aboutOf(site, entry));
  yield TAIL;
}

async function* productPieces(
  db: Db,
  site: Site,
  spoken: readonly Locale[],
  number: number,
): AsyncGenerator<readonly [number, string]> {
  for (const at of spoken.keys()) yield [at, HEAD];
  for await (const batch of productEntries(db, number))
    for (const entry of batch) {
      const about = aboutOf(site, entry);
      for (const [at, locale] of spoken.entries()) yield [at, written(site, entry, locale, about)];
    }
  for (const at of spoken.keys()) yield [at, TAIL];
}

function written(site: Site, { path }: Entry, locale: Locale, about: string): string {
  return `<url>${element("loc", pageAddress(site, encodeURI(path), locale))}${about}</url>\n`;
}

/** When a page was changed and what it shows, the same in every language. */
function aboutOf(site: Site, { changed_at, pictures }: Entry): string {
  const shown = pictures.map(
    (one) => `<image:image><image:loc>${escaped(pictureAddress(site, one))}</image:loc></image:image>`,
  );
  return `${changed_at ? element("lastmod", changed_at.toISOString()) : ""}${shown.join("")}`;
}
