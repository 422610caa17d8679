import { getSpendablePoints } from "../../loyalty/balance.ts";
import { findGiftCardById } from "../../gift-cards/service.ts";
import { listAvailableGifts, listGiftTiers, type GiftTier } from "../../promotions/gifts/gift-tiers.ts";
import { findPromoCode } from "../../promotions/promo-codes/service.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { CartRow } from "../sql.ts";
import type { CartAdjustments } from "./calculate-adjustments.ts";

type AdjustmentsContext = { customerId: number; locale: Locale; now: Date };

/**
 * Loads the stored adjustments of a cart.
 * @param presents with `chosen`, gifts that are only available but not chosen are not loaded
 */
export async function loadAdjustments(
  db: Db,
  row: CartRow | undefined,
  context: AdjustmentsContext,
  giftScope: "offered" | "chosen" = "offered",
): Promise<CartAdjustments> {
  const [promo, giftCard, points, giftTiers] = await Promise.all([
    row?.promo_code ? findPromoCode(db, row.promo_code, context.customerId) : undefined,
    row?.gift_card_id ? findGiftCardById(db, row.gift_card_id) : undefined,
    context.locale === "ru-RU" ? getSpendablePoints(db, context.customerId, context.now) : null,
    listGiftTiers(db),
  ]);
  const chosenGiftIds = row?.chosen_gift_ids ?? [];
  const loadedTiers =
    giftScope === "offered" ? giftTiers : giftTiers.map((tier) => filterTierProducts(tier, chosenGiftIds));
  return {
    customerId: context.customerId,
    promoCode: row?.promo_code ?? null,
    promo: promo ?? null,
    giftCard: giftCard ?? null,
    points,
    shouldUsePoints: points !== null && (row?.use_loyalty_points ?? false),
    giftTiers,
    chosenGiftIds,
    gifts: await listAvailableGifts(db, { giftTiers: loadedTiers, promo: promo ?? null }, context.locale),
  };
}

function filterTierProducts(tier: GiftTier, productIds: readonly number[]): GiftTier {
  return { ...tier, products: tier.products.filter((one) => productIds.includes(one.product_id)) };
}
