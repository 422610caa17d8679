import type { Db } from "../../platform/db/database.ts";
import { cachedFor } from "../../platform/cache/cache.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { listActiveTiers, type GiftRow, findGiftRows, type GiftTier } from "./sql.ts";
import type { PromoCode } from "../promo-codes/promo-code.ts";

export type { GiftRow, GiftTier };

/** Cached for one second: a new tier appears on every page within that time. */
const tiersCache = cachedFor(1000, listActiveTiers);

/** Lists the active gift tiers by ascending threshold. */
export async function listGiftTiers(db: Db): Promise<GiftTier[]> {
  return tiersCache.get(db);
}

/**
 * Returns the highest tier that this sum of goods (kopecks) has reached, or else the next one. Null if there are no
 * tiers.
 */
export function getGiftTier(
  tiers: readonly GiftTier[],
  productsRubMinor: number,
): { tier: GiftTier; reached: boolean } | null {
  const reachedTier = tiers.findLast((tier) => tier.threshold_minor <= productsRubMinor);
  if (reachedTier) return { tier: reachedTier, reached: true };
  return tiers[0] ? { tier: tiers[0], reached: false } : null;
}

/**
 * Lists everything that a cart might be given, keyed by `{product}_{option}`: the gifts of all tiers and the gift of a
 * promo code.
 */
export async function listAvailableGifts(
  db: Db,
  sources: { giftTiers: readonly GiftTier[]; promo: PromoCode | null },
  locale: Locale,
): Promise<Map<string, GiftRow>> {
  const variants = sources.giftTiers.flatMap((tier) =>
    tier.products.map(({ product_id, option_id }) => ({ productId: product_id, optionId: option_id })),
  );
  const { promo } = sources;
  if (promo && promo.gift_product_id !== null)
    variants.push({ productId: promo.gift_product_id, optionId: promo.gift_option_id });
  const rows = await findGiftRows(db, variants, locale);
  return new Map(rows.map((row) => [`${row.product_id}_${row.option_id}`, row]));
}
