import { insertNonBreakingSpaces } from "../../../design-system/i18n/format.ts";
import type { Currency } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { serializeImage } from "./images.ts";
import { findRedirect } from "./redirects/sql.ts";
import { normalizePath } from "./redirects/normalize-path.ts";
import { type Banner, type RedirectResponse, refusals } from "./schema.ts";
import { listRunningBanners } from "./banners/sql.ts";
import { renderAmounts } from "./texts/amounts.ts";

/** Returns the banners of the home page that run at a moment, with the amounts of their texts in a currency. */
export async function listBanners(db: Db, locale: Locale, currency: Currency, now: Date): Promise<Banner[]> {
  const rows = await listRunningBanners(db, locale, now);
  const renderText = (text: string) => insertNonBreakingSpaces(renderAmounts(text, currency, locale));
  return rows.map((row) => ({
    id: row.id,
    place: row.place,
    kicker: renderText(row.eyebrow),
    title: renderText(row.title),
    text: renderText(row.text),
    action: renderText(row.action),
    href: row.href,
    cloth: row.theme_color,
    wide: serializeImage({ key: row.wide_key, width: row.wide_width, height: row.wide_height }, ""),
    narrow: serializeImage({ key: row.narrow_key, width: row.narrow_width, height: row.narrow_height }, ""),
  }));
}

/**
 * Returns where a path moved to (docs/domain/seo.md).
 * @throws refusal `redirect_not_found`
 */
export async function getRedirect(db: Db, path: string): Promise<RedirectResponse> {
  const from = normalizePath(path);
  const to = from === null ? undefined : await findRedirect(db, from);
  if (to === undefined) throw refuse(refusals, "redirect_not_found");
  return { to };
}

export { findNextBannerChange, listBannerPeriods } from "./banners/sql.ts";
