import { sql } from "kysely";
import { hasPage } from "../storefront-paths.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

export type BannerRow = {
  id: number;
  place: "hero" | "side" | "wide";
  eyebrow: string;
  title: string;
  text: string;
  action: string;
  href: string;
  theme_color: string;
  wide_key: string;
  wide_width: number;
  wide_height: number;
  narrow_key: string;
  narrow_width: number;
  narrow_height: number;
};

/** A banner whose link leads to no page is not shown, and `banners check` reports it. */
const linksToPage = hasPage(sql<string>`split_part(split_part(b.href, '?', 1), '#', 1)`);

/** Returns the banners that run at `now`, by place and position. */
export async function listRunningBanners(db: Db, locale: Locale, now: Date): Promise<BannerRow[]> {
  const { rows } = await sql<BannerRow>`
    select b.id, b.place, b.eyebrow, b.title, b.text, b.action, b.href, b.theme_color,
      w.key as wide_key, w.width as wide_width, w.height as wide_height,
      n.key as narrow_key, n.width as narrow_width, n.height as narrow_height
    from banners b join media w on w.id = b.wide_id join media n on n.id = b.narrow_id
    where ${linksToPage} and b.locale = ${locale} and coalesce(b.starts_at, '-infinity') <= ${now} and coalesce(b.ends_at, 'infinity') > ${now}
    order by b.place, b.position, b.id`.execute(db);
  return rows;
}

export type BannerWithoutPage = { id: number; locale: string; title: string; href: string };

/** Returns the banners whose link leads to no page. */
export async function listBannersWithoutPage(db: Db): Promise<BannerWithoutPage[]> {
  const { rows } = await sql<BannerWithoutPage>`
    select b.id, b.locale, b.title, b.href from banners b where not ${linksToPage} order by b.id`.execute(db);
  return rows;
}

/** A banner with the times from when until when it is shown; null without one. */
export type BannerPeriodRow = { id: number; title: string; starts_at: Date | null; ends_at: Date | null };

/** Lists banners of a language that appear or disappear in a period. */
export async function listBannerPeriods(
  db: Db,
  locale: Locale,
  { from, to }: { from: Date; to: Date },
): Promise<BannerPeriodRow[]> {
  return db
    .selectFrom("banners")
    .select(["id", "title", "starts_at", "ends_at"])
    .where("locale", "=", locale)
    .where((eb) =>
      eb.or([
        eb.and([eb("starts_at", ">=", from), eb("starts_at", "<", to)]),
        eb.and([eb("ends_at", ">=", from), eb("ends_at", "<", to)]),
      ]),
    )
    .orderBy("id")
    .execute();
}

/** Returns when the next banner appears or disappears, in ms since 1970; null if none does. */
export async function findNextBannerChange(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(t) as at from banners, unnest(array[starts_at, ends_at]) t where t > ${now}`.execute(db);
  return rows[0]?.at?.getTime() ?? null;
}
