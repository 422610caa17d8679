import { calculateArrival } from "./arrival.ts";
import { convertFromRub, toMajorUnits, type Currency } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { isTooLarge, calculateBox, type SizedItems, type Sides, type SizeLimits } from "./box.ts";
import { findOpenPointsNear, type PickupPointRow } from "./pickup-points/sql.ts";
import type { DeliveryMethod, UnavailableShippingMethod, ShippingMethod } from "./schema.ts";
import { serializePickupPoint } from "./pickup-points/service.ts";
import { flatPriceMinor, freeFromMinor } from "./settings.ts";
import { listActiveMethods, listCountryRows, listRoutes, type MethodRow, type RouteRow } from "./sql.ts";

export type Parcel = {
  country: string;
  city: string;
  postcode: string;
  weightG: number;
  /** Goods before discounts, in kopecks: determines whether delivery is free. */
  productsRubMinor: number;
  products: (SizedItems & { productId: number; hazard: string })[];
  /** Gifts in the parcel. */
  gifts?: readonly SizedItems[];
  /** Maximum number of pickup points to return; with 0 none are loaded, and methods that need one are offered. */
  maxPickupPoints: number;
};

export type OfferedMethod = {
  row: RouteRow;
  priceRubMinor: number;
  /** Products of the parcel that this method does not carry. */
  refusedProductIds: number[];
  /** Those of them that are too large for any parcel of this method. */
  oversizeProductIds: number[];
  /** The box for the others; null if no size is known. */
  boxMm: Sides | null;
  pickupPoints: PickupPointRow[];
};

/** A method of the store that is not offered for a parcel, and why. */
export type UnavailableMethod = {
  row: MethodRow & Partial<Pick<RouteRow, "note_ru" | "note_en">>;
  reason: "country" | "too_heavy" | "too_large" | "no_points";
};

const methodsCache = cachedFor(1000, listActiveMethods);
const routesCache = cachedFor(1000, listRoutes);

/** Lists the methods that deliver to a country, by position. Cached for one second. */
export async function getRoutesTo(db: Db, country: string): Promise<RouteRow[]> {
  return (await routesCache.get(db)).filter((row) => row.country === country);
}

/** Lists the routes of all methods. */
export async function getRoutes(db: Db): Promise<RouteRow[]> {
  return routesCache.get(db);
}

/** Lists all active methods by position. */
async function getMethods(db: Db): Promise<MethodRow[]> {
  return methodsCache.get(db);
}

/**
 * Returns a function that calculates the delivery price for a value of goods (kopecks): the method's own price or the
 * store's, nothing from the free threshold on (docs/domain/delivery.md).
 */
export async function createDeliveryPriceCalculator(
  db: Db,
  row: Pick<MethodRow, "price_minor" | "free_from_minor"> | null,
): Promise<(productsRubMinor: number) => number> {
  const [flatPrice, freeFrom] = await Promise.all([getSetting(db, flatPriceMinor), getSetting(db, freeFromMinor)]);
  return (productsRubMinor) =>
    productsRubMinor >= (row?.free_from_minor ?? freeFrom) ? 0 : (row?.price_minor ?? flatPrice);
}

/**
 * Lists the methods for a parcel: those offered, with price, pickup points and refused products; and the others, with
 * the reason (country, weight, size, or no pickup point that accepts the parcel).
 */
export async function listMethodsForParcel(
  db: Db,
  parcel: Parcel,
): Promise<{ offered: OfferedMethod[]; unavailable: UnavailableMethod[] }> {
  const [allMethods, routesToCountry] = await Promise.all([getMethods(db), getRoutesTo(db, parcel.country)]);
  const offered: OfferedMethod[] = [];
  const unavailable: UnavailableMethod[] = [];
  for (const method of allMethods) {
    const route = routesToCountry.find(({ id }) => id === method.id);
    const result = await checkMethod(db, method, route, parcel);
    if ("reason" in result) unavailable.push(result);
    else offered.push(result);
  }
  return { offered, unavailable };
}

/** Returns the terms on which a method carries a parcel, or why it cannot. */
async function checkMethod(
  db: Db,
  method: MethodRow,
  route: RouteRow | undefined,
  parcel: Parcel,
): Promise<OfferedMethod | UnavailableMethod> {
  if (!route?.active) return { row: route ?? method, reason: "country" };
  if (parcel.weightG > route.weight_max_g) return { row: method, reason: "too_heavy" };
  const size = calculateSize(route, parcel);
  if (isTooLarge(size.boxMm, route)) return { row: route, reason: "too_large" };
  const shouldLoadPoints = route.needs_pickup_point && parcel.maxPickupPoints > 0;
  const pickupPoints = shouldLoadPoints
    ? await findOpenPointsNear(db, { ...parcel, boxMm: size.boxMm, limit: parcel.maxPickupPoints })
    : [];
  if (shouldLoadPoints && pickupPoints.length === 0) return { row: method, reason: "no_points" };
  return toOfferedMethod(db, route, parcel, { ...size, pickupPoints });
}

/** Finds items that are too large for a method on their own, and calculates the box for the rest. */
function calculateSize(
  row: RouteRow,
  { products, gifts = [] }: Parcel,
): Pick<OfferedMethod, "boxMm" | "oversizeProductIds"> {
  const isOversize = ({ sizeMm }: SizedItems) => isTooLarge(calculateBox([{ sizeMm, qty: 1 }]), row);
  return {
    oversizeProductIds: products.filter(isOversize).map((product) => product.productId),
    boxMm: calculateBox([...products.filter((product) => !isOversize(product)), ...gifts]),
  };
}

async function toOfferedMethod(
  db: Db,
  row: RouteRow,
  parcel: Parcel,
  details: Pick<OfferedMethod, "boxMm" | "oversizeProductIds" | "pickupPoints">,
): Promise<OfferedMethod> {
  return {
    row,
    priceRubMinor: (await createDeliveryPriceCalculator(db, row))(parcel.productsRubMinor),
    refusedProductIds: parcel.products
      .filter(({ productId, hazard }) => row.refused.includes(hazard) || details.oversizeProductIds.includes(productId))
      .map((product) => product.productId),
    ...details,
  };
}

/** Returns offered methods with their prices for another value of goods, in kopecks. */
export async function repriceMethods(
  db: Db,
  methods: readonly OfferedMethod[],
  productsRubMinor: number,
): Promise<OfferedMethod[]> {
  return Promise.all(
    methods.map(async (method) => {
      const calculatePrice = await createDeliveryPriceCalculator(db, method.row);
      return { ...method, priceRubMinor: calculatePrice(productsRubMinor) };
    }),
  );
}

/**
 * Serializes a method for the cart, with the price in the cart's currency.
 * @param now when the parcel would be sent
 */
export function serializeShippingMethod(
  method: OfferedMethod,
  currency: Currency,
  locale: Locale,
  now: Date,
): ShippingMethod {
  const ru = locale === "ru-RU";
  return {
    id: method.row.id,
    code: method.row.code,
    name: ru ? method.row.name_ru : method.row.name_en,
    price: toMajorUnits(convertFromRub(method.priceRubMinor, currency), currency),
    days_min: method.row.days_min,
    days_max: method.row.days_max,
    arrives: calculateArrival(now, method.row),
    note: ru ? method.row.note_ru : method.row.note_en,
    needs_point: method.row.needs_pickup_point,
    needs_identity: method.row.recipient_identity !== null,
    options: method.pickupPoints.map((point) => serializePickupPoint(point, locale)),
  };
}

/** Serializes a method that is not offered, with the reason as text. */
export function serializeUnavailableMethod(
  { row, reason }: UnavailableMethod,
  locale: Locale,
): UnavailableShippingMethod {
  const ru = locale === "ru-RU";
  // The country's note does not explain a size or weight limit.
  const countryNote = reason === "country" ? (ru ? row.note_ru : row.note_en) : "";
  const limits = formatSizeLimits(row, locale);
  const text = countryNote || formatMessage(locale, `shipping_${reason}`, { kg: row.weight_max_g / 1000, limits });
  return { id: row.id, code: row.code, name: ru ? row.name_ru : row.name_en, reason, text };
}

/** Formats the size limits of a method; empty if it has none. */
function formatSizeLimits(row: SizeLimits, locale: Locale): string {
  const parts = (["longest", "sides", "girth"] as const).flatMap((name) => {
    const maxMm = row[`${name}_max_mm`];
    return maxMm === null ? [] : [formatMessage(locale, `size_${name}`, { cm: Math.floor(maxMm / 10) })];
  });
  return parts.join(", ");
}

/** Lists the store's methods for its pages: countries, delivery times, prices, and goods they do not carry. */
export async function listMethods(db: Db, currency: Currency, locale: Locale): Promise<DeliveryMethod[]> {
  const ru = locale === "ru-RU";
  const [allMethods, rows, countries] = await Promise.all([getMethods(db), routesCache.get(db), listCountryRows(db)]);
  const toAmount = (rubMinor: number) => toMajorUnits(convertFromRub(rubMinor, currency), currency);
  const [flatPrice, freeFrom] = await Promise.all([getSetting(db, flatPriceMinor), getSetting(db, freeFromMinor)]);
  return allMethods.map((method) => {
    const methodRoutes = rows.filter((row) => row.id === method.id && row.active);
    const refusedEverywhere = (methodRoutes[0]?.refused ?? []).filter((hazard) =>
      methodRoutes.every((row) => row.refused.includes(hazard)),
    );
    return {
      id: method.id,
      code: method.code,
      name: ru ? method.name_ru : method.name_en,
      price: toAmount(method.price_minor ?? flatPrice),
      free_from: toAmount(method.free_from_minor ?? freeFrom),
      iso_code: currency.code,
      sign: currency.sign,
      weight_max_g: method.weight_max_g,
      size_limits: formatSizeLimits(method, locale),
      refuses: refusedEverywhere.map((hazard) => formatMessage(locale, `hazard_${hazard}`)),
      countries: countries.flatMap(({ code, name_ru, name_en }) => {
        const row = methodRoutes.find((route) => route.country === code);
        if (!row) return [];
        const price = toAmount(row.price_minor ?? flatPrice);
        return [{ code, name: ru ? name_ru : name_en, days_min: row.days_min, days_max: row.days_max, price }];
      }),
    };
  });
}
