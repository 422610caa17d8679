import { findExceededExportLimit, findExportLimits } from "../customs/rules.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import type { ShippableGoods } from "../platform/shipping-terms.ts";
import type { Db } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { isCarried, packSinglePiece } from "./carried-goods.ts";
import { getRoutes } from "./shipping-methods.ts";
import type { ShippingDestination } from "./schema.ts";
import { flatPriceMinor, freeFromMinor } from "./settings.ts";
import type { RouteRow } from "./sql.ts";

/**
 * Lists where one piece of a product can be shipped, by the cart's rules: to each country by the cheapest method that
 * carries it, unless its price exceeds an export limit; countries with the same price and delivery time are grouped.
 * @param options `currency` of the amounts in the result; `priceRubMinor` price of the piece in kopecks
 */
export async function listShippingDestinations(
  db: Db,
  goods: ShippableGoods,
  { currency, priceRubMinor, now }: { currency: Currency; priceRubMinor: number; now: Date },
): Promise<ShippingDestination[]> {
  const [routes, flatPrice, freeFrom] = await Promise.all([
    getRoutes(db),
    getSetting(db, flatPriceMinor),
    getSetting(db, freeFromMinor),
  ]);
  const getPrice = (row: RouteRow) => row.price_minor ?? flatPrice;
  const piece = packSinglePiece(goods);
  const bestRoutes = new Map<string, RouteRow>();
  for (const row of routes) {
    if (!row.active || !isCarried(row, piece)) continue;
    const current = bestRoutes.get(row.country);
    const isBetter =
      !current || getPrice(row) < getPrice(current) || (getPrice(row) === getPrice(current) && isFaster(row, current));
    if (isBetter) bestRoutes.set(row.country, row);
  }
  for (const country of bestRoutes.keys())
    if (findExceededExportLimit(await findExportLimits(db, country, now), piece.hsCode, priceRubMinor))
      bestRoutes.delete(country);
  const toAmount = (rubMinor: number) => toMajorUnits(convertFromRub(rubMinor, currency), currency);
  const groups = new Map<string, ShippingDestination>();
  for (const row of bestRoutes.values()) {
    const { days_min, days_max } = row;
    const terms = {
      price: toAmount(getPrice(row)),
      free_from: toAmount(row.free_from_minor ?? freeFrom),
      days_min,
      days_max,
    };
    const key = JSON.stringify(terms);
    const group = groups.get(key) ?? { countries: [], ...terms };
    group.countries.push(row.country);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, countries: group.countries.toSorted() }));
}

function isFaster(route: RouteRow, otherRoute: RouteRow): boolean {
  return (
    route.days_max < otherRoute.days_max ||
    (route.days_max === otherRoute.days_max && route.days_min < otherRoute.days_min)
  );
}
