import { sql } from "kysely";
import type { Db } from "../platform/db.ts";
import { defaultLocale, type Locale } from "../platform/locale.ts";

export type OfferEdition = { locale: Locale; version: string };

/** Used as long as the shop has not published an offer. */
const FIRST_VERSION = "1";

/** The edition of the public offer in force, in this language or, if it has none, in the default one. */
export async function getOfferEdition(db: Db, locale: Locale): Promise<OfferEdition> {
  const page = await db
    .selectFrom("pages")
    .select(["version", sql<Locale>`locale`.as("locale")])
    .where("slug", "=", "oferta")
    .where("locale", "in", [locale, defaultLocale])
    .orderBy(sql`locale = ${locale}`, "desc")
    .limit(1)
    .executeTakeFirst();
  return page ?? { locale: defaultLocale, version: FIRST_VERSION };
}
