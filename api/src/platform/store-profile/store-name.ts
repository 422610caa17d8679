import type { Db } from "../db/database.ts";
import { shopName } from "./settings.ts";
import type { Locale } from "../i18n/locale.ts";
import { getSetting } from "../settings/settings.ts";

/** Returns the name of the store in a locale. */
export async function getStoreName(db: Db, locale: Locale): Promise<string> {
  return (await getSetting(db, shopName))[locale];
}
