import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { refusals, type Tag } from "../schema.ts";
import { findTag } from "../sql.ts";
import { getLocalizedName } from "../categories/category-tree.ts";

/** Returns a tag by its slug. Refuses `tag_not_found`. */
export async function getTag(db: Db, slug: string, locale: Locale): Promise<Tag> {
  const row = await findTag(db, slug);
  if (!row) throw refuse(refusals, "tag_not_found");
  return { slug: row.slug, name: getLocalizedName(row, locale), count: row.count };
}
