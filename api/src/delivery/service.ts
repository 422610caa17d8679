import type { Db } from "../platform/db/database.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Country } from "./schema.ts";
import { type CountryRow, listCountryRows } from "./sql.ts";

/** Cached for one second. */
const countriesCache = cachedFor(1000, listCountryRows);

/** Lists the store's countries by position; `deliverable` if a method delivers there. */
export async function listCountries(db: Db, locale: Locale): Promise<Country[]> {
  return (await countriesCache.get(db)).map(({ name_ru, name_en, ...row }) => ({
    ...row,
    name: locale === "ru-RU" ? name_ru : name_en,
  }));
}

/** Returns a country with its names in both languages; undefined if the store does not know it. */
export async function findCountry(db: Db, code: string): Promise<CountryRow | undefined> {
  return (await countriesCache.get(db)).find((country) => country.code === code);
}

/** Returns the names of a country in both languages, for copies in orders. */
export async function getCountryNames(db: Db, code: string): Promise<{ ru: string; en: string }> {
  const row = await findCountry(db, code);
  return { ru: row?.name_ru ?? code, en: row?.name_en ?? code };
}
