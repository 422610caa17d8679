import { type Currency, fromRub, toWire } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { settingValue } from "../platform/settings.ts";
import { isTooLarge, packed, type Sides } from "./box.ts";
import { everyRoute } from "./methods.ts";
import type { Reach } from "./schema.ts";
import { flatMinor, freeFromMinor } from "./settings.ts";
import type { RouteRow } from "./sql.ts";

/**
 * Where one piece of a product can be sent, by the rules that the cart counts with: to each country by the cheapest
 * method that carries it, countries of the same price and days together. Amounts are in the currency.
 * @param goods weight in grams, the hazard class, and the size with its pack
 */
export async function reachOf(
  db: Db,
  goods: { weightG: number; hazard: string; sizeMm: Sides | null },
  currency: Currency,
): Promise<Reach[]> {
  const [routes, flat, free] = await Promise.all([
    everyRoute(db),
    settingValue(db, flatMinor),
    settingValue(db, freeFromMinor),
  ]);
  const priceOf = (row: RouteRow) => row.price_minor ?? flat;
  const box = packed([{ sizeMm: goods.sizeMm, qty: 1 }]);
  const best = new Map<string, RouteRow>();
  for (const row of routes) {
    if (!row.active || row.refused.includes(goods.hazard) || goods.weightG > row.weight_max_g) continue;
    if (isTooLarge(box, row)) continue;
    const known = best.get(row.country);
    const isBetter =
      !known || priceOf(row) < priceOf(known) || (priceOf(row) === priceOf(known) && isFaster(row, known));
    if (isBetter) best.set(row.country, row);
  }
  const shown = (rubMinor: number) => toWire(fromRub(rubMinor, currency), currency);
  const groups = new Map<string, Reach>();
  for (const row of best.values()) {
    const { days_min, days_max } = row;
    const terms = { price: shown(priceOf(row)), free_from: shown(row.free_from_minor ?? free), days_min, days_max };
    const key = JSON.stringify(terms);
    const group = groups.get(key) ?? { countries: [], ...terms };
    group.countries.push(row.country);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, countries: group.countries.toSorted() }));
}

function isFaster(one: RouteRow, other: RouteRow): boolean {
  return one.days_max < other.days_max || (one.days_max === other.days_max && one.days_min < other.days_min);
}
