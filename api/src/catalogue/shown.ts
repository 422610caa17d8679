import { cardPictureOf } from "../content/pictures.ts";
import { fromRub, toWire, type Currency } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { settingValue } from "../platform/settings.ts";
import type { Card, Price } from "./schema.ts";
import { newDays, qtyMax } from "./settings.ts";
import type { CardRow } from "./card-sql.ts";
import { unitPriceOf } from "./unit-price.ts";

/** What turns rows into what a shopper sees: his currency, the moment, the shop's limits. */
export type Shown = Readonly<{ currency: Currency; now: Date; newSince: Date; qtyMax: number }>;

const DAY_MS = 86_400_000;

export async function shownIn(db: Db, currency: Currency, now: Date): Promise<Shown> {
  const [days, most] = await Promise.all([settingValue(db, newDays), settingValue(db, qtyMax)]);
  return { currency, now, newSince: new Date(now.getTime() - days * DAY_MS), qtyMax: most };
}

type Priced = {
  price_minor: number;
  /** What the price goes back to when the sale ends. */
  old_price_minor: number | null;
  /** The lowest price of the 30 days before the drop: what is crossed out. */
  was_minor: number | null;
  sale_ends_at: Date | null;
};

/** The price that holds at a moment, in kopecks: a sale is over to the second, and then nothing is crossed out. */
export function priceHolding(row: Priced, now: Date): { currentMinor: number; oldMinor: number | null } {
  const over = row.sale_ends_at !== null && row.sale_ends_at <= now;
  return over
    ? { currentMinor: row.old_price_minor ?? row.price_minor, oldMinor: null }
    : { currentMinor: row.price_minor, oldMinor: row.was_minor };
}

export function shownPrice(row: Priced, { currency, now }: Shown): Price {
  const { currentMinor, oldMinor } = priceHolding(row, now);
  return {
    current: toWire(fromRub(currentMinor, currency), currency),
    old: oldMinor === null ? null : toWire(fromRub(oldMinor, currency), currency),
    discount_percent: oldMinor === null ? 0 : Math.min(99, Math.round(((oldMinor - currentMinor) * 100) / oldMinor)),
    iso_code: currency.code,
    sign: currency.sign,
  };
}

/** The most pieces that one cart may hold: stock, the product's own limit, the shop's limit (decisions: Cart). */
export function qtyLimit(stock: number, ownLimit: number | null, { qtyMax: most }: Pick<Shown, "qtyMax">): number {
  return Math.min(stock, ownLimit ?? most, most);
}

export function shownCard(row: CardRow, shown: Shown): Card {
  const labels: Card["labels"] = row.labels.filter((label) => label === "hit" || label === "limited");
  if (row.published_at > shown.newSince) labels.unshift("new");
  return {
    id: row.id,
    link_rewrite: row.slug,
    name: row.name,
    reference: row.reference,
    manufacturer: { id: row.manufacturer_id, name: row.manufacturer_name, slug: row.manufacturer_slug },
    image: cardPictureOf({ key: row.media_key, width: row.media_width, height: row.media_height }, row.name),
    price: shownPrice(row, shown),
    rating: row.reviews_count === 0 ? 0 : Math.round((row.rating_sum * 10) / row.reviews_count) / 10,
    reviews_count: row.reviews_count,
    quantity: row.stock,
    available_for_order: row.stock > 0,
    has_options: row.has_options,
    qty_limit: qtyLimit(row.stock, row.own_qty_limit, shown),
    labels,
    // What an option holds is the option's own to tell.
    unit_price: row.has_options ? null : unitPriceOf(row, priceHolding(row, shown.now).currentMinor, shown.currency),
  };
}
