import type { Db } from "../../platform/db/database.ts";
import { cachedFor } from "../../platform/cache/cache.ts";
import { type Locale, locales } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { findPathsWithoutPage, listInfoPages } from "../storefront-paths.ts";
import { type MenuEntry, type Menus, shopMenus } from "./menu-settings.ts";

type BrokenLink = { locale: Locale; to: string };

/** Cached data for the links around every page: CMS page slugs, and menu links without a page. */
const linkCache = cachedFor(1000, async (db) => ({
  infoPages: await listInfoPages(db),
  brokenLinks: await findBrokenMenuLinks(db, await getSetting(db, shopMenus)),
}));

/** Returns the CMS page slugs of a language, and the slugs that only the other language has. */
export async function getInfoPages(
  db: Db,
  locale: Locale,
): Promise<{ info_pages: string[]; info_pages_elsewhere: string[] }> {
  const { infoPages } = await linkCache.get(db);
  const ownSlugs = infoPages.filter((page) => page.locale === locale).map(({ slug }) => slug);
  const allSlugs = [...new Set(infoPages.map(({ slug }) => slug))];
  return { info_pages: ownSlugs, info_pages_elsewhere: allSlugs.filter((slug) => !ownSlugs.includes(slug)) };
}

/** Returns the menus of a language without links to missing pages and without columns that are empty then. */
export async function getMenus(db: Db, locale: Locale): Promise<Menus> {
  const menus = (await getSetting(db, shopMenus))[locale];
  const { brokenLinks } = await linkCache.get(db);
  const brokenTargets = new Set(brokenLinks.filter((link) => link.locale === locale).map(({ to }) => to));
  const removeBroken = <T extends MenuEntry>(entries: readonly T[]) =>
    entries.filter(({ to }) => !brokenTargets.has(to));
  return {
    header: removeBroken(menus.header),
    footer: menus.footer
      .map((column) => ({ ...column, entries: removeBroken(column.entries) }))
      .filter(({ entries }) => entries.length > 0),
    small_print: removeBroken(menus.small_print),
  };
}

/** Returns the menu links that lead to no page in their language. Links to other sites are not checked. */
export async function findBrokenMenuLinks(db: Db, menus: Record<Locale, Menus>): Promise<BrokenLink[]> {
  const links = locales.flatMap((locale) => listEntries(menus[locale]).map(({ to }) => ({ locale, to })));
  const internalLinks = links.filter(({ to }) => to.startsWith("/"));
  const pathsWithoutPage = new Set(await findPathsWithoutPage(db, [...new Set(internalLinks.map(getPath))]));
  const infoPageKeys = new Set((await listInfoPages(db)).map(({ slug, locale }) => `${locale}/info/${slug}`));
  return internalLinks.filter((link) => {
    const path = getPath(link);
    return path.startsWith("/info/") ? !infoPageKeys.has(link.locale + path) : pathsWithoutPage.has(path);
  });
}

function listEntries({ header, footer, small_print }: Menus): MenuEntry[] {
  return [...header, ...footer.flatMap(({ entries }) => entries), ...small_print];
}

function getPath({ to }: BrokenLink): string {
  return to.split(/[?#]/, 1)[0] ?? to;
}
