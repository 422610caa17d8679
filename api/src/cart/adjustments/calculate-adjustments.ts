import type { GiftCard } from "../../gift-cards/service.ts";
import { getGiftCardRefusal } from "../../gift-cards/gift-card-state.ts";
import { type GiftRow, type GiftTier, getGiftTier } from "../../promotions/gifts/gift-tiers.ts";
import {
  isPromoApplicable,
  type PromoCode,
  findPromoRefusal,
  type CodeRefusalDetails,
} from "../../promotions/promo-codes/promo-code.ts";
import type { AppliedAdjustments, PromoEffect } from "../calculation/totals.ts";

/** The adjustments of a cart besides its goods (codes, gift card, loyalty points, gifts), as stored in the database. */
export type CartAdjustments = {
  customerId: number;
  /** The promo code in the cart; `promo` is null if the code no longer exists. */
  promoCode: string | null;
  promo: PromoCode | null;
  /** The code was not checked because too many wrong codes came from this client. */
  isUnchecked?: boolean;
  giftCard: GiftCard | null;
  /** Null outside the Russian store. */
  points: { balance: number; payPercent: number } | null;
  /** Whether the shopper pays with as many points as possible. */
  shouldUsePoints: boolean;
  giftTiers: GiftTier[];
  chosenGiftIds: number[];
  /** Every product that could be given as a gift, keyed by `{product}_{option}`. */
  gifts: Map<string, GiftRow>;
};

/** An orderable line as promo codes and gifts see it. Prices in kopecks. */
export type AdjustableLine = {
  productId: number;
  optionId: number;
  qty: number;
  priceRubMinor: number;
  categoryPath: readonly number[];
};

/** A free item that comes with the order. */
export type Gift = { row: GiftRow; source: "promo" | "present" };

/** The calculated adjustments of a cart: what applies, what does not, and why. */
export type CalculatedAdjustments = {
  promo: { code: string; row: PromoCode | null; refusal: CodeRefusalDetails | null } | null;
  giftCard: { row: GiftCard; refusal: CodeRefusalDetails | null } | null;
  points: { balance: number; payPercent: number; on: boolean } | null;
  tier: { tier: GiftTier; reached: boolean } | null;
  /** Products of the gift tier that are in stock, whether chosen or not. */
  availableGiftIds: Set<number>;
  gifts: Gift[];
  /** For each line, whether the promo code applies to it. */
  inPromo: boolean[];
  /** Input for the totals. */
  applied: AppliedAdjustments;
};

/**
 * Decides which adjustments apply to these lines. A gift with purchase and the gift of a promo code take stock: they
 * share it with the cart line of the same product, and the line takes precedence (docs/domain/promotions.md).
 */
export function calculateAdjustments(
  adjustments: CartAdjustments,
  lines: readonly AdjustableLine[],
  now: Date,
): CalculatedAdjustments {
  const goods = lines.map((line) => ({ ...line, sumRubMinor: line.priceRubMinor * line.qty }));
  const productsRubMinor = goods.reduce((sum, line) => sum + line.sumRubMinor, 0);
  const giftStock = createGiftStock(adjustments.gifts, lines);

  const gifts: Gift[] = [];
  const addGift = (key: string, source: Gift["source"]): boolean => {
    const row = adjustments.gifts.get(key);
    if (!row || !giftStock.take(key)) return false;
    gifts.push({ row, source });
    return true;
  };
  let refusal = getPromoRefusal(adjustments, goods, now);
  const giftKey = adjustments.promo?.kind === "gift" && !refusal ? getGiftKey(adjustments.promo) : null;
  if (giftKey !== null && goods.length > 0 && !addGift(giftKey, "promo")) refusal = { code: "promo_gift_gone" };

  const tier = lines.length === 0 ? null : getGiftTier(adjustments.giftTiers, productsRubMinor);
  const offered = tier?.tier.products ?? [];
  const availableGiftIds = new Set<number>();
  for (const { product_id, option_id } of offered)
    if (giftStock.has(`${product_id}_${option_id}`)) availableGiftIds.add(product_id);
  if (tier?.reached) {
    const chosen = offered.filter((one) => adjustments.chosenGiftIds.includes(one.product_id));
    for (const { product_id, option_id } of chosen.slice(0, tier.tier.choose_count))
      addGift(`${product_id}_${option_id}`, "present");
  }

  const validPromo = adjustments.promo !== null && refusal === null ? adjustments.promo : null;
  const giftCardRefusal = adjustments.giftCard && getGiftCardRefusal(adjustments.giftCard, now);
  return {
    promo: adjustments.promoCode === null ? null : { code: adjustments.promoCode, row: adjustments.promo, refusal },
    giftCard: adjustments.giftCard && { row: adjustments.giftCard, refusal: giftCardRefusal },
    points: adjustments.points && { ...adjustments.points, on: adjustments.shouldUsePoints },
    tier,
    availableGiftIds,
    gifts,
    inPromo: goods.map((line) => validPromo !== null && isPromoApplicable(validPromo, line)),
    applied: {
      promo: getPromoEffect(validPromo),
      points: adjustments.shouldUsePoints ? adjustments.points : null,
      giftCardRubMinor: giftCardRefusal ? 0 : (adjustments.giftCard?.balance_minor ?? 0),
    },
  };
}

/** Returns why the entered promo code does not apply; null if it applies or there is none. */
function getPromoRefusal(
  adjustments: CartAdjustments,
  goods: Parameters<typeof findPromoRefusal>[1],
  now: Date,
): CodeRefusalDetails | null {
  if (adjustments.promoCode === null) return null;
  if (adjustments.isUnchecked) return { code: "promo_unchecked" };
  return adjustments.promo
    ? findPromoRefusal(adjustments.promo, goods, { customerId: adjustments.customerId, now })
    : { code: "promo_unknown" };
}

function getPromoEffect(promo: PromoCode | null): PromoEffect {
  if (promo?.percent) return { percent: promo.percent };
  if (promo?.amount_minor) return { amountRubMinor: promo.amount_minor };
  return promo?.kind === "free_delivery" ? { freeDelivery: true } : null;
}

function getGiftKey(promo: PromoCode): string {
  return `${promo.gift_product_id}_${promo.gift_option_id}`;
}

/** Tracks how many pieces of each gift are left for gifts, once the lines have taken theirs. */
function createGiftStock(gifts: ReadonlyMap<string, GiftRow>, lines: readonly AdjustableLine[]) {
  const remaining = new Map([...gifts].map(([key, row]) => [key, row.stock]));
  for (const { productId, optionId, qty } of lines) {
    const key = `${productId}_${optionId}`;
    const quantity = remaining.get(key);
    if (quantity !== undefined) remaining.set(key, quantity - qty);
  }
  const has = (key: string) => (remaining.get(key) ?? 0) > 0;
  return {
    has,
    take: (key: string): boolean => {
      if (!has(key)) return false;
      remaining.set(key, (remaining.get(key) ?? 0) - 1);
      return true;
    },
  };
}
