import { fromRub, toWire, type Currency } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import { isTooLarge, packed, type Pieces, type Sides, type SizeLimits } from "./box.ts";
import { openPointsNear, type PointRow } from "./points-sql.ts";
import type { DeliveryMethod, MissingMethod, ShippingMethod } from "./schema.ts";
import { wirePoint } from "./points.ts";
import { flatMinor, freeFromMinor } from "./settings.ts";
import { activeMethods, allCountries, allRoutes, type MethodRow, type RouteRow } from "./sql.ts";

export type Parcel = {
  country: string;
  city: string;
  postcode: string;
  weightG: number;
  /** Goods before discounts, in kopecks: decides whether delivery is free. */
  productsRubMinor: number;
  products: (Pieces & { productId: number; hazard: string })[];
  /** What comes with them for nothing. */
  gifts?: readonly Pieces[];
  /** The most pick-up points to bring; with 0 nobody looks for any, and methods that need one are on offer. */
  points: number;
};

export type OfferedMethod = {
  row: RouteRow;
  priceRubMinor: number;
  /** Products of the parcel that this method does not carry. */
  refusedProductIds: number[];
  /** Those of them that no parcel of this method is large enough for. */
  oversizeProductIds: number[];
  /** The box that the others need; null where no size is known. */
  boxMm: Sides | null;
  points: PointRow[];
};

/** A method of the shop that is not on offer for a parcel, and why. */
export type RefusedMethod = {
  row: MethodRow & Partial<Pick<RouteRow, "note_ru" | "note_en">>;
  reason: "country" | "too_heavy" | "too_large" | "no_points";
};

const methods = freshWithin(1000, activeMethods);
const routes = freshWithin(1000, allRoutes);

/** The methods that go to a country, in the shop's order. A change is seen within a second. */
async function routesTo(db: Db, country: string): Promise<RouteRow[]> {
  return (await routes.get(db)).filter((row) => row.country === country);
}

/** Where every method of the shop goes. */
export async function everyRoute(db: Db): Promise<RouteRow[]> {
  return routes.get(db);
}

/** Every method of the shop, in its order. */
async function everyMethod(db: Db): Promise<MethodRow[]> {
  return methods.get(db);
}

/** What a method asks for goods of this value (kopecks): its own price or the shop's, nothing from the free threshold on (spec §9). */
export async function deliveryPrice(
  db: Db,
  row: Pick<MethodRow, "price_minor" | "free_from_minor"> | null,
): Promise<(productsRubMinor: number) => number> {
  const [flat, free] = await Promise.all([settingValue(db, flatMinor), settingValue(db, freeFromMinor)]);
  return (productsRubMinor) => (productsRubMinor >= (row?.free_from_minor ?? free) ? 0 : (row?.price_minor ?? flat));
}

/**
 * The methods for a parcel: those on offer with price, points and what each one refuses to carry; and the shop's other
 * methods with the reason why they are not (by country, weight, size, and points that take it).
 */
export async function methodsFor(
  db: Db,
  parcel: Parcel,
): Promise<{ offered: OfferedMethod[]; refused: RefusedMethod[] }> {
  const [every, to] = await Promise.all([everyMethod(db), routesTo(db, parcel.country)]);
  const offered: OfferedMethod[] = [];
  const refused: RefusedMethod[] = [];
  for (const method of every) {
    const row = to.find((route) => route.id === method.id);
    if (!row?.active) refused.push({ row: row ?? method, reason: "country" });
    else if (parcel.weightG > row.weight_max_g) refused.push({ row: method, reason: "too_heavy" });
    else {
      const size = sizeFor(row, parcel);
      if (isTooLarge(size.boxMm, row)) {
        refused.push({ row, reason: "too_large" });
        continue;
      }
      const wanted = { ...parcel, boxMm: size.boxMm, limit: parcel.points };
      const looked = row.needs_point && parcel.points > 0;
      const points = looked ? await openPointsNear(db, wanted) : [];
      if (looked && points.length === 0) refused.push({ row: method, reason: "no_points" });
      else offered.push(await offeredMethod(db, row, parcel, { ...size, points }));
    }
  }
  return { offered, refused };
}

/** What a method is too small for by itself, and the box of the rest. */
function sizeFor(row: RouteRow, { products, gifts = [] }: Parcel): Pick<OfferedMethod, "boxMm" | "oversizeProductIds"> {
  const isOversize = ({ sizeMm }: Pieces) => isTooLarge(packed([{ sizeMm, qty: 1 }]), row);
  return {
    oversizeProductIds: products.filter(isOversize).map((product) => product.productId),
    boxMm: packed([...products.filter((product) => !isOversize(product)), ...gifts]),
  };
}

async function offeredMethod(
  db: Db,
  row: RouteRow,
  parcel: Parcel,
  more: Pick<OfferedMethod, "boxMm" | "oversizeProductIds" | "points">,
): Promise<OfferedMethod> {
  return {
    row,
    priceRubMinor: (await deliveryPrice(db, row))(parcel.productsRubMinor),
    refusedProductIds: parcel.products
      .filter(({ productId, hazard }) => row.refused.includes(hazard) || more.oversizeProductIds.includes(productId))
      .map((product) => product.productId),
    ...more,
  };
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
    needs_point: method.row.needs_point,
    options: method.points.map((point) => wirePoint(point, locale)),
  };
}

/** A method that is not on offer, with the reason in words. */
export function wireMissing({ row, reason }: RefusedMethod, locale: Locale): MissingMethod {
  const ru = locale === "ru-RU";
  // What is said of the country is no reason for a parcel's size.
  const ownNote = reason === "country" ? (ru ? row.note_ru : row.note_en) : "";
  const limits = sizeLimits(row, locale);
  const note = ownNote || text(locale, `shipping_${reason}`, { kg: row.weight_max_g / 1000, limits });
  return { id: row.id, code: row.code, name: ru ? row.name_ru : row.name_en, reason, text: note };
}

/** The largest parcel of a method in words; empty where it carries any. */
function sizeLimits(row: SizeLimits, locale: Locale): string {
  const said = (["longest", "sides", "girth"] as const).flatMap((name) => {
    const most = row[`${name}_max_mm`];
    return most === null ? [] : [text(locale, `size_${name}`, { cm: Math.floor(most / 10) })];
  });
  return said.join(", ");
}

/** The shop's methods as its pages tell of them: where each goes, in how many days, for what price, and what it does not carry. */
export async function listMethods(db: Db, currency: Currency, locale: Locale): Promise<DeliveryMethod[]> {
  const ru = locale === "ru-RU";
  const [every, rows, countries] = await Promise.all([everyMethod(db), routes.get(db), allCountries(db)]);
  const shown = (rubMinor: number) => toWire(fromRub(rubMinor, currency), currency);
  const [flat, free] = await Promise.all([settingValue(db, flatMinor), settingValue(db, freeFromMinor)]);
  return every.map((method) => {
    const to = rows.filter((row) => row.id === method.id && row.active);
    const always = (to[0]?.refused ?? []).filter((hazard) => to.every((row) => row.refused.includes(hazard)));
    return {
      id: method.id,
      code: method.code,
      name: ru ? method.name_ru : method.name_en,
      price: shown(method.price_minor ?? flat),
      free_from: shown(method.free_from_minor ?? free),
      iso_code: currency.code,
      sign: currency.sign,
      weight_max_g: method.weight_max_g,
      size_limits: sizeLimits(method, locale),
      refuses: always.map((hazard) => text(locale, `hazard_${hazard}`)),
      countries: countries.flatMap(({ code, name_ru, name_en }) => {
        const row = to.find((route) => route.country === code);
        if (!row) return [];
        const price = shown(row.price_minor ?? flat);
        return [{ code, name: ru ? name_ru : name_en, days_min: row.days_min, days_max: row.days_max, price }];
      }),
    };
  });
}
