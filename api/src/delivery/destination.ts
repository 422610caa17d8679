import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatCountryDirection } from "./country-direction.ts";
import type { Destination } from "./schema.ts";
import { findCountry } from "./service.ts";

/** Returns a country as a destination: its name, and where a parcel goes, such as "to Russia"; null if it is unknown. */
export async function getDestination(db: Db, code: string, locale: Locale): Promise<Destination | null> {
  const row = await findCountry(db, code);
  if (!row) return null;
  const name = locale === "ru-RU" ? row.name_ru : row.name_en;
  return { country: code, name, direction: formatCountryDirection(row, locale) };
}
