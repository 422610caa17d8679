import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Place } from "../schema.ts";
import { findPlaceRows, type PlaceQuery } from "./sql.ts";

/** Maximum number of places in a list. */
const MAX_PLACES = 10;

/**
 * Lists the cities of a postcode, or the postcodes of a city, that pickup points lie in. If no point has the postcode,
 * the cities of its first three characters are listed.
 */
export async function listPlaces(db: Db, query: PlaceQuery, locale: Locale): Promise<Place[]> {
  const rows = await findPlaceRows(db, query, MAX_PLACES);
  return rows.map(({ city_ru, city_en, city_latin, postcode }) => ({
    city: locale === "ru-RU" ? city_ru : city_en,
    city_latin: city_latin || city_en,
    postcode,
  }));
}
