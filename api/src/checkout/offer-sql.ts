import type { Db } from "../platform/db.ts";

/** Where no offer is put up yet. */
const FIRST = "1";

/** The edition of the public offer that is in force, and that `/info/oferta` shows. It is there in Russian only. */
export async function offerEdition(db: Db): Promise<string> {
  const page = await db
    .selectFrom("pages")
    .select("version")
    .where("slug", "=", "oferta")
    .where("locale", "=", "ru-RU")
    .executeTakeFirst();
  return page?.version ?? FIRST;
}
