import { serializeCardImage } from "../../content/images.ts";
import { convertFromRub, toMajorUnits, type Currency } from "../../money/currency.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import type { ProductCardData, Price } from "../schema.ts";
import { newProductDays, qtyMax } from "../settings.ts";
import { isInStock } from "../products/stock.ts";
import type { CardRow } from "../products/card-sql.ts";
import { getCurrentPrice, type PricedRow } from "./current-price.ts";
import { calculateUnitPrice } from "./unit-price.ts";

/** What prices, labels, limits and delivery depend on: the shopper's currency, the time, and the shop's settings. */
export type PricingContext = Readonly<{
  currency: Currency;
  now: Date;
  newSince: Date;
  qtyMax: number;
  /** The terms of delivery to the shopper's country; null if it is unknown or nothing about delivery is shown. */
  shipping: ShippingTerms | null;
}>;

const DAY_MS = 86_400_000;
/** How many colors a card shows. */
const SWATCHES = 4;

/** Reads the settings that the pricing context contains. */
export async function getPricingContext(db: Db, currency: Currency, now: Date): Promise<PricingContext> {
  const [days, maxQty] = await Promise.all([getSetting(db, newProductDays), getSetting(db, qtyMax)]);
  return { currency, now, newSince: new Date(now.getTime() - days * DAY_MS), qtyMax: maxQty, shipping: null };
}

/** A size at the end of a name: `, 480 мл`. The spaces may be no-break spaces. */
const SIZE = /,\s(\d[\d.,]*\s\p{L}+\.?)$/u;

/** Converts the price in force to the response format, in the shopper's currency. */
export function serializePrice(row: PricedRow, { currency, now }: PricingContext): Price {
  const { currentMinor, oldMinor } = getCurrentPrice(row, now);
  return {
    current: toMajorUnits(convertFromRub(currentMinor, currency), currency),
    old: oldMinor === null ? null : toMajorUnits(convertFromRub(oldMinor, currency), currency),
    discount_percent: oldMinor === null ? 0 : Math.min(99, Math.round(((oldMinor - currentMinor) * 100) / oldMinor)),
    iso_code: currency.code,
    sign: currency.sign,
  };
}

/**
 * Returns the maximum quantity of an item in one cart: the lowest of the stock, the product's own limit and the shop's
 * limit. Rule: docs/domain/cart.md.
 */
export function calculateQtyLimit(
  stock: number,
  productLimit: number | null,
  { qtyMax: maxQty }: Pick<PricingContext, "qtyMax">,
): number {
  return Math.min(stock, productLimit ?? maxQty, maxQty);
}

/** Serializes a product card in the shopper's currency. */
export function serializeProductCard(row: CardRow, pricing: PricingContext): ProductCardData {
  const { currentMinor } = getCurrentPrice(row, pricing.now);
  const labels: ProductCardData["labels"] = row.labels.filter((label) => label === "hit" || label === "limited");
  if (row.published_at > pricing.newSince) labels.unshift("new");
  return {
    id: row.id,
    link_rewrite: row.slug,
    name: row.name,
    reference: row.reference,
    manufacturer: { id: row.brand_id, name: row.brand_name, slug: row.brand_slug, name_ja: row.brand_name_ja },
    ...splitProductName(row.name, [row.brand_name, row.series_name]),
    swatches: { colors: (row.swatches ?? []).slice(0, SWATCHES), total: row.swatches?.length ?? 0 },
    image: serializeCardImage({ key: row.media_key, width: row.media_width, height: row.media_height }, row.name),
    price: serializePrice(row, pricing),
    rating: row.reviews_count === 0 ? 0 : Math.round((row.rating_sum * 10) / row.reviews_count) / 10,
    reviews_count: row.reviews_count,
    quantity: row.stock,
    available_for_order: isInStock(row),
    has_options: row.has_options,
    qty_limit: calculateQtyLimit(row.stock, row.own_qty_limit, pricing),
    labels,
    // Options differ in content, so each option has its own unit price.
    unit_price: row.has_options ? null : calculateUnitPrice(row, currentMinor, pricing.currency),
    shipping: pricing.shipping?.quote(row, currentMinor) ?? null,
  };
}

/**
 * Splits a product name into what distinguishes the product on a card: «Увлажняющий крем для рук Yuzuhara Yuzu Touch,
 * 30 мл» becomes «Увлажняющий крем для рук» and «30 мл». Falls back to the full name if nothing else is left.
 * @param context the names that the card shows elsewhere or leaves out: brand and series
 */
export function splitProductName(
  name: string,
  context: readonly (string | null)[],
): { short_name: string; size: string | null } {
  const size = SIZE.exec(name)?.[1] ?? null;
  let rest = size === null ? name : name.replace(SIZE, "");
  for (const part of context) if (part) rest = removeWords(rest, part);
  const shortName = rest.charAt(0).toUpperCase() + rest.slice(1);
  return shortName === "" ? { short_name: name, size: null } : { short_name: shortName, size };
}

/** Removes a phrase where it stands as whole words. */
function removeWords(text: string, phrase: string): string {
  return ` ${text} `.replace(` ${phrase} `, " ").trim();
}
