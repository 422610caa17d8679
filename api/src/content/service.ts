import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { pictureOf } from "./pictures.ts";
import { findRedirect } from "./redirect-sql.ts";
import { plainPath } from "./redirects.ts";
import { type Banner, type Moved, type Page, refusals } from "./schema.ts";
import { findPage, runningBanners } from "./sql.ts";

export async function bannersAt(db: Db, locale: Locale, now: Date): Promise<Banner[]> {
  const rows = await runningBanners(db, locale, now);
  return rows.map((row) => ({
    id: row.id,
    place: row.place,
    kicker: row.kicker,
    title: row.title,
    text: row.text,
    action: row.action,
    href: row.href,
    cloth: row.cloth,
    wide: pictureOf({ key: row.wide_key, width: row.wide_width, height: row.wide_height }, ""),
    narrow: pictureOf({ key: row.narrow_key, width: row.narrow_width, height: row.narrow_height }, ""),
  }));
}

/** A text page in a locale; what the locale lacks is not found. Refuses `page_not_found`. */
export async function getPage(db: Db, slug: string, locale: Locale): Promise<Page> {
  const row = await findPage(db, slug, locale);
  if (!row) throw refuse(refusals, "page_not_found");
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    html: row.body_html,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    twin: row.twin,
    others: row.others,
  };
}

/** Where an address moved to (decisions: Addresses). Refuses `redirect_not_found`. */
export async function getRedirect(db: Db, path: string): Promise<Moved> {
  const from = plainPath(path);
  const to = from === null ? undefined : await findRedirect(db, from);
  if (to === undefined) throw refuse(refusals, "redirect_not_found");
  return { to };
}
