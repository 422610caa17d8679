import { sql } from "kysely";
import type { Db } from "../platform/db.ts";
import { defaultLocale, type Locale } from "../platform/locale.ts";

/** Used as long as the shop has not published an offer. */
const FIRST_VERSION = "1";

/** The version of the public offer in force, in this language or, if it has none, in the default one. */
export async function getOfferVersion(db: Db, locale: Locale): Promise<string> {
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
