import type { Db } from "../platform/db.ts";
import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { activeTiers, type GiftRow, giftRows, type Tier } from "./present-sql.ts";
import type { PromoCode } from "./promo.ts";

export type { GiftRow, Tier };

/** Read at most once a second: a new offer is on every page within it. */
const tiers = freshWithin(1000, activeTiers);

/** The running offers of presents, the smallest sum first. */
export async function presentTiers(db: Db): Promise<Tier[]> {
  return tiers.get(db);
}

/** The offer that goods of this sum (kopecks) have reached, the largest; else the next one to reach. Null: none runs. */
export function tierAt(offers: readonly Tier[], productsRubMinor: number): { tier: Tier; reached: boolean } | null {
  const reached = offers.findLast((tier) => tier.threshold_minor <= productsRubMinor);
  if (reached) return { tier: reached, reached: true };
  return offers[0] ? { tier: offers[0], reached: false } : null;
}

/** Everything that a cart might be given, by `{product}_{option}`: the presents of all offers and the gift of a code. */
export async function givable(
  db: Db,
  offers: { tiers: readonly Tier[]; promo: PromoCode | null },
  locale: Locale,
): Promise<Map<string, GiftRow>> {
  const pieces = offers.tiers.flatMap((tier) =>
    tier.products.map((one) => ({ productId: one.product_id, optionId: one.option_id })),
  );
  const gift = offers.promo?.gift_product_id ?? null;
  if (gift !== null) pieces.push({ productId: gift, optionId: offers.promo?.gift_option_id ?? 0 });
  const rows = await giftRows(db, pieces, locale);
  return new Map(rows.map((row) => [`${row.product_id}_${row.option_id}`, row]));
}
