import { fromRub, toWire, type Currency } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import type { Country, PickupPoint, ShippingMethod } from "./schema.ts";
import { flatMinor, freeFromMinor } from "./settings.ts";
import { allCountries, type MethodRow, methodsTo, type PointRow, pointsIn, searchPoints } from "./sql.ts";

export type { PointRow };

const POINTS_SHOWN = 300;

export type Parcel = {
  country: string;
  city: string;
  weightG: number;
  /** Goods before discounts, in kopecks: decides whether delivery is free. */
  productsRubMinor: number;
  products: { productId: number; hazard: string }[];
};

export type OfferedMethod = {
  row: MethodRow;
  priceRubMinor: number;
  /** Products of the parcel that this method does not carry. */
  refusedProductIds: number[];
  points: PointRow[];
};

/** The countries of the shop in the order of its list; `deliverable` where a method goes there. */
export async function listCountries(db: Db, locale: Locale): Promise<Country[]> {
  return (await allCountries(db)).map((row) => ({
    code: row.code,
    name: locale === "ru-RU" ? row.name_ru : row.name_en,
    phone_prefix: row.phone_prefix,
    postcode_pattern: row.postcode_pattern,
    deliverable: row.deliverable,
  }));
}

/** The names of a country in both languages, for what must keep them. */
export async function countryNames(db: Db, code: string): Promise<{ ru: string; en: string }> {
  const row = (await allCountries(db)).find((country) => country.code === code);
  return { ru: row?.name_ru ?? code, en: row?.name_en ?? code };
}

/** The methods that could carry a parcel by country and weight, with price and what each one refuses to carry. */
export async function methodsFor(db: Db, parcel: Parcel): Promise<OfferedMethod[]> {
  const rows = (await methodsTo(db, parcel.country)).filter((row) => parcel.weightG <= row.weight_max_g);
  const [flat, free] = await Promise.all([settingValue(db, flatMinor), settingValue(db, freeFromMinor)]);
  return Promise.all(
    rows.map(async (row) => ({
      row,
      priceRubMinor: parcel.productsRubMinor >= (row.free_from_minor ?? free) ? 0 : (row.price_minor ?? flat),
      refusedProductIds: parcel.products
        .filter((product) => row.refused.includes(product.hazard))
        .map((product) => product.productId),
      points: row.needs_point
        ? (await pointsIn(db, parcel.country, parcel.city, POINTS_SHOWN)).filter(
            (point) => parcel.weightG <= point.weight_max_g,
          )
        : [],
    })),
  );
}

/** A method as the cart shows it, price in the cart's currency. */
export function wireMethod(method: OfferedMethod, currency: Currency, locale: Locale): ShippingMethod {
  const ru = locale === "ru-RU";
  return {
    id: method.row.id,
    code: method.row.code,
    name: ru ? method.row.name_ru : method.row.name_en,
    price: toWire(fromRub(method.priceRubMinor, currency), currency),
    days_min: method.row.days_min,
    days_max: method.row.days_max,
    note: ru ? method.row.note_ru : method.row.note_en,
    options: method.points.map((point) => wirePoint(point, locale)),
  };
}

export function wirePoint(point: PointRow, locale: Locale): PickupPoint {
  return {
    code: point.code,
    type: point.type,
    name: point.name,
    city: locale === "ru-RU" ? point.city_ru : point.city_en,
    address: point.address,
    work_time: point.work_time,
    location: { lat: point.lat, lon: point.lon },
  };
}

export async function pointsNear(
  db: Db,
  asked: { city?: string | undefined; postcode?: string | undefined },
  locale: Locale,
): Promise<PickupPoint[]> {
  return (await searchPoints(db, asked)).map((point) => wirePoint(point, locale));
}
