import type { Db } from "../platform/db/database.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { PickupPointRow } from "./pickup-points/sql.ts";
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

/** Returns the texts that name a pickup point. A courier, who hands the parcel over at the door, has none of its own. */
export function getPointTexts(point: PickupPointRow, locale: Locale): { name: string; city: string; address: string } {
  const city = locale === "ru-RU" ? point.city_ru : point.city_en;
  if (point.type !== "COURIER") return { name: point.name, city, address: point.address };
  return {
    city,
    name: formatMessage(locale, "point_courier"),
    address: formatMessage(locale, "point_courier_address"),
  };
}

/** Copies a pickup point for an order, since pickup points close and move. */
export function createPointSnapshot(point: PickupPointRow, locale: Locale) {
  const { code, type, postcode, work_time, lat, lon } = point;
  return { code, type, ...getPointTexts(point, locale), postcode, work_time, location: { lat, lon } };
}
