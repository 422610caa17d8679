import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { defaultLocale, type Locale } from "../platform/i18n/locale.ts";

/** Used until the store has published a public offer. */
const FIRST_VERSION = "1";

/**
 * Returns the version of the public offer (terms of sale) in force, in this language or, if there is none, in the
 * default one.
 */
export async function getTermsVersion(db: Db, locale: Locale): Promise<string> {
  const page = await db
    .selectFrom("pages")
    .select("version")
    .where("slug", "=", "oferta")
    .where("locale", "in", [locale, defaultLocale])
    .orderBy(sql`locale = ${locale}`, "desc")
    .limit(1)
    .executeTakeFirst();
  return page?.version ?? FIRST_VERSION;
}
