import {
  findExceededExportLimit,
  findExportLimits,
  getExportLimitRubMinor,
  type ExportLimit,
} from "../customs/rules.ts";
import { getCustoms, type Customs } from "../customs/service.ts";
import { getCurrency } from "../money/service.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { LoadShippingTerms, ShippableGoods, ShippingQuote } from "../platform/shipping-terms.ts";
import { calculateArrival } from "./arrival.ts";
import { isTooLarge } from "./box.ts";
import { isCarried, packSinglePiece, type SinglePiece } from "./carried-goods.ts";
import type { DestinationTerms } from "./schema.ts";
import { getDestination } from "./destination.ts";
import { findCountry, listCountries } from "./service.ts";
import { createDeliveryPriceCalculator, getRoutesTo } from "./shipping-methods.ts";
import type { RouteRow } from "./sql.ts";

type Route = { row: RouteRow; getPriceRubMinor: (productsRubMinor: number) => number };

/** The terms of delivery to one country at one time: what every quote for it is made from. */
type ShippingContext = Readonly<{
  country: string;
  currency: Currency;
  locale: Locale;
  now: Date;
  routes: readonly Route[];
  exportLimits: readonly ExportLimit[];
  customs: Customs | null;
}>;

/** Returns the terms of delivery to a country; null if the store does not know it. */
async function getShippingContext(
  db: Db,
  country: string,
  { currency, locale, now }: Pick<ShippingContext, "currency" | "locale" | "now">,
): Promise<ShippingContext | null> {
  if (!(await findCountry(db, country))) return null;
  const [rows, exportLimits, customs] = await Promise.all([
    getRoutesTo(db, country),
    findExportLimits(db, country, now),
    getCustoms(db, country, now),
  ]);
  const routes = rows
    .filter((row) => row.active)
    .map(async (row) => ({ row, getPriceRubMinor: await createDeliveryPriceCalculator(db, row) }));
  return { country, currency, locale, now, exportLimits, customs, routes: await Promise.all(routes) };
}

/** Whether one piece can be sent. @param priceRubMinor its price in kopecks, for export limits */
function canShip({ exportLimits, routes }: ShippingContext, piece: SinglePiece, priceRubMinor: number): boolean {
  if (findExceededExportLimit(exportLimits, piece.hsCode, priceRubMinor)) return false;
  return routes.some(({ row }) => isCarried(row, piece));
}

/** Returns the highest price in kopecks at which one piece can be sent, because of export limits; null if it cannot be. */
function getMaxPriceRubMinor({ exportLimits, routes }: ShippingContext, piece: SinglePiece): number | null {
  return routes.some(({ row }) => isCarried(row, piece)) ? getExportLimitRubMinor(exportLimits, piece.hsCode) : null;
}

/**
 * Quotes the delivery of one piece: by the cheapest method that carries it, among equal prices the fastest; or why it
 * cannot be sent. The only source of the dates, prices, duties and refusals that cards and product pages show
 * (docs/domain/delivery.md).
 * @param priceRubMinor price of the piece in kopecks
 */
function quoteShipping(context: ShippingContext, piece: SinglePiece, priceRubMinor: number): ShippingQuote {
  const refusal = findRefusal(context, piece, priceRubMinor);
  const [best] = context.routes
    .filter(({ row }) => isCarried(row, piece))
    .map(({ row, getPriceRubMinor }) => ({ row, rubMinor: getPriceRubMinor(priceRubMinor) }))
    .toSorted((a, b) => a.rubMinor - b.rubMinor || a.row.days_max - b.row.days_max || a.row.days_min - b.row.days_min);
  const { currency, locale, now } = context;
  if (refusal || !best) {
    const code = refusal?.code ?? "none";
    const text = formatMessage(locale, `cannot_send_${code}`, { limit: refusal?.limit ?? "" });
    return { refusal: { code, text }, price: null, arrives: null, duty: null };
  }
  const price = toMajorUnits(convertFromRub(best.rubMinor, currency), currency);
  const duty = calculateDutyRubMinor(context, piece.goods, priceRubMinor);
  return {
    refusal: null,
    price,
    arrives: calculateArrival(now, best.row),
    duty: duty === null ? null : toMajorUnits(convertFromRub(duty, currency), currency),
  };
}

type Refusal = { code: string; limit?: string };

/** Returns why no method can send a piece; null if one can. */
function findRefusal(context: ShippingContext, piece: SinglePiece, priceRubMinor: number): Refusal | null {
  const { routes, exportLimits, locale } = context;
  if (routes.length === 0) return { code: "country" };
  const exceeded = findExceededExportLimit(exportLimits, piece.hsCode, priceRubMinor);
  if (exceeded)
    return { code: "export_limit", limit: `${exceeded.limit.toLocaleString(locale)} ${exceeded.currency.sign}` };
  if (routes.some(({ row }) => isCarried(row, piece))) return null;
  const strongEnough = routes.filter(({ row }) => piece.parcelWeightG <= row.weight_max_g);
  if (strongEnough.length === 0) return { code: "too_heavy" };
  return { code: strongEnough.every(({ row }) => isTooLarge(piece.boxMm, row)) ? "oversize" : piece.goods.hazard };
}

/** Returns the expected duty for one piece; null if the store cannot name it. */
function calculateDutyRubMinor(
  { customs }: ShippingContext,
  { weight_g }: ShippableGoods,
  priceRubMinor: number,
): number | null {
  if (!customs) return null;
  const parcel = { productsRubMinor: priceRubMinor, goodsWeightG: weight_g, headings: 1 };
  const taxRubMinor = customs.calculateTaxRubMinor(parcel);
  return taxRubMinor === 0 && customs.isOverLimit(parcel) ? null : taxRubMinor;
}

/** Loads the terms of delivery to a country, for `AppContext`. */
export const loadShippingTerms: LoadShippingTerms = async (db, country, { currency, locale, now }) => {
  const context = await getShippingContext(db, country, { currency: await getCurrency(db, currency), locale, now });
  if (!context) return null;
  return {
    country,
    getMaxPriceRubMinor: (goods) => getMaxPriceRubMinor(context, packSinglePiece(goods)),
    canShip: (goods, priceRubMinor) => canShip(context, packSinglePiece(goods), priceRubMinor),
    quote: (goods, priceRubMinor) => quoteShipping(context, packSinglePiece(goods), priceRubMinor),
  };
};

const smallPiece = packSinglePiece({ hazard: "none", hs_code: "", weight_g: 1, size_mm: null });

/** Lists the countries that the store delivers to, by position, with the dates and the price of a small parcel. */
export async function listDestinations(
  db: Db,
  terms: Pick<ShippingContext, "currency" | "locale" | "now">,
): Promise<DestinationTerms[]> {
  const { currency, locale } = terms;
  const countries = (await listCountries(db, locale)).filter(({ deliverable }) => deliverable);
  const quoted = countries.map(async ({ code }) => {
    const [destination, context] = await Promise.all([
      getDestination(db, code, locale),
      getShippingContext(db, code, terms),
    ]);
    const quote = context && quoteShipping(context, smallPiece, 0);
    if (!destination || !quote || quote.price === null || quote.arrives === null) return [];
    return [
      { ...destination, price: quote.price, iso_code: currency.code, sign: currency.sign, arrives: quote.arrives },
    ];
  });
  return (await Promise.all(quoted)).flat();
}
