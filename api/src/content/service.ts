import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { pictureOf } from "./pictures.ts";
import { findRedirect } from "./redirect-sql.ts";
import { plainPath } from "./redirects.ts";
import { type Banner, type Moved, refusals } from "./schema.ts";
import { runningBanners } from "./sql.ts";

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

/** Where an address moved to (decisions: Addresses). Refuses `redirect_not_found`. */
export async function getRedirect(db: Db, path: string): Promise<Moved> {
  const from = plainPath(path);
  const to = from === null ? undefined : await findRedirect(db, from);
  if (to === undefined) throw refuse(refusals, "redirect_not_found");
  return { to };
}
