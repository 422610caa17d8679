import { sql } from "kysely";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";

export type BannerRow = {
  id: number;
  place: "hero" | "side" | "wide";
  kicker: string;
  title: string;
  text: string;
  action: string;
  href: string;
  cloth: string;
  wide_key: string;
  wide_width: number;
  wide_height: number;
  narrow_key: string;
  narrow_width: number;
  narrow_height: number;
};

/** The banners that run at `now`, in the order of their places. */
export async function runningBanners(db: Db, locale: Locale, now: Date): Promise<BannerRow[]> {
  const { rows } = await sql<BannerRow>`
    select b.id, b.place, b.kicker, b.title, b.text, b.action, b.href, b.cloth,
      w.key as wide_key, w.width as wide_width, w.height as wide_height,
      n.key as narrow_key, n.width as narrow_width, n.height as narrow_height
    from banners b join media w on w.id = b.wide_id join media n on n.id = b.narrow_id
    where b.locale = ${locale} and coalesce(b.starts_at, '-infinity') <= ${now} and coalesce(b.ends_at, 'infinity') > ${now}
    order by b.place, b.position, b.id`.execute(db);
  return rows;
}

export type PageRow = {
  slug: string;
  title: string;
  description: string;
  body_html: string;
  version: string;
  updated_at: Date;
  twin: boolean;
  others: { slug: string; title: string }[];
};

export async function findPage(db: Db, slug: string, locale: Locale): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select slug, title, description, body_html, version, updated_at,
      exists (select from pages t where t.slug = p.slug and t.locale <> p.locale) as twin,
      coalesce((select jsonb_agg(jsonb_build_object('slug', o.slug, 'title', o.title) order by o.title)
        from pages o where o.locale = p.locale and o.slug <> p.slug), '[]') as others
    from pages p where slug = ${slug} and locale = ${locale}`.execute(db);
  return rows[0];
}
