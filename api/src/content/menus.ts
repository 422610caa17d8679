import type { Db } from "../platform/db.ts";
import { freshWithin } from "../platform/fresh.ts";
import { type Locale, locales } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { deadPaths, infoSlugs } from "./addresses.ts";
import { type MenuEntry, type Menus, shopMenus } from "./menu-settings.ts";

type DeadLink = { locale: Locale; to: string };

/** What links around every page need: the texts under `/info`, and menu links without a page. */
const answered = freshWithin(1000, async (db) => ({
  info: await infoSlugs(db),
  dead: await deadMenuLinks(db, await settingValue(db, shopMenus)),
}));

/** The slugs of the texts under `/info` that a language has, and of those that only the other one has. */
export async function infoPagesIn(
  db: Db,
  locale: Locale,
): Promise<{ info_pages: string[]; info_pages_elsewhere: string[] }> {
  const { info } = await answered.get(db);
  const own = info.filter((one) => one.locale === locale).map(({ slug }) => slug);
  const all = [...new Set(info.map(({ slug }) => slug))];
  return { info_pages: own, info_pages_elsewhere: all.filter((slug) => !own.includes(slug)) };
}

/** The menus of a language without links that lead to no page in it, and without columns that are empty then. */
export async function menusIn(db: Db, locale: Locale): Promise<Menus> {
  const menus = (await settingValue(db, shopMenus))[locale];
  const { dead } = await answered.get(db);
  const gone = new Set(dead.filter((one) => one.locale === locale).map(({ to }) => to));
  const live = <T extends MenuEntry>(entries: readonly T[]) => entries.filter(({ to }) => !gone.has(to));
  return {
    header: live(menus.header),
    footer: menus.footer
      .map((column) => ({ ...column, entries: live(column.entries) }))
      .filter(({ entries }) => entries.length > 0),
    small_print: live(menus.small_print),
  };
}

/** The links of menus that lead to no page in their language. Addresses elsewhere are not looked at. */
export async function deadMenuLinks(db: Db, menus: Record<Locale, Menus>): Promise<DeadLink[]> {
  const links = locales.flatMap((locale) => entriesOf(menus[locale]).map(({ to }) => ({ locale, to })));
  const own = links.filter(({ to }) => to.startsWith("/"));
  const dead = new Set(await deadPaths(db, [...new Set(own.map(pathOf))]));
  const info = new Set((await infoSlugs(db)).map(({ slug, locale }) => `${locale}/info/${slug}`));
  return own.filter((link) => {
    const path = pathOf(link);
    return path.startsWith("/info/") ? !info.has(link.locale + path) : dead.has(path);
  });
}

function entriesOf({ header, footer, small_print }: Menus): MenuEntry[] {
  return [...header, ...footer.flatMap(({ entries }) => entries), ...small_print];
}

function pathOf({ to }: DeadLink): string {
  return to.split(/[?#]/, 1)[0] ?? to;
}
