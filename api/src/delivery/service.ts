import type { Db } from "../platform/db.ts";
import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import type { Country } from "./schema.ts";
import { allCountries } from "./sql.ts";

/** A change is seen within a second. */
const countries = freshWithin(1000, allCountries);

/** The countries of the shop in the order of its list; `deliverable` where a method goes there. */
export async function listCountries(db: Db, locale: Locale): Promise<Country[]> {
  return (await countries.get(db)).map(({ name_ru, name_en, ...row }) => ({
    ...row,
    name: locale === "ru-RU" ? name_ru : name_en,
  }));
}

/** The names of a country in both languages, for what must keep them. */
export async function countryNames(db: Db, code: string): Promise<{ ru: string; en: string }> {
  const row = (await countries.get(db)).find((country) => country.code === code);
  return { ru: row?.name_ru ?? code, en: row?.name_en ?? code };
}
