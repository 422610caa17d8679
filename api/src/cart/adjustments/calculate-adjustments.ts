import { getSpendablePoints } from "../../loyalty/service.ts";
import { type GiftCard, findGiftCardById, getGiftCardRefusal } from "../../gift-cards/service.ts";
import {
  listAvailableGifts,
  type GiftRow,
  listGiftTiers,
  type GiftTier,
  getGiftTier,
} from "../../promotions/gifts/gift-tiers.ts";
import {
  isPromoApplicable,
  GUEST_CUSTOMER_ID,
  type PromoCode,
  findPromoRefusal,
  type CodeRefusalDetails,
} from "../../promotions/promo-codes/promo-code.ts";
import { findEnteredCode, findPromoCode } from "../../promotions/service.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { CartRow } from "../sql.ts";
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
  usePoints: boolean;
  giftTiers: GiftTier[];
  chosenGiftIds: number[];
  /** Every product that could be given as a gift, keyed by `{product}_{option}`. */
  gifts: Map<string, GiftRow>;
};

/** The adjustments of a shopper who has no cart yet. */
export const noAdjustments: CartAdjustments = {
  ...{ customerId: GUEST_CUSTOMER_ID, promoCode: null, promo: null, giftCard: null, points: null, usePoints: false },
  ...{ giftTiers: [], chosenGiftIds: [], gifts: new Map() },
};

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
    usePoints: points !== null && (row?.use_loyalty_points ?? false),
    giftTiers,
    chosenGiftIds,
    gifts: await listAvailableGifts(db, { giftTiers: loadedTiers, promo: promo ?? null }, context.locale),
  };
}

function filterTierProducts(tier: GiftTier, productIds: readonly number[]): GiftTier {
  return { ...tier, products: tier.products.filter((one) => productIds.includes(one.product_id)) };
}

/**
 * Loads the adjustments of a guest: the entered code and the chosen gifts. Must not be called inside a transaction,
 * because it counts failed promo code attempts.
 * @param entered a code that has just been looked up (a row) is not looked up again
 */
export async function loadGuestAdjustments(
  db: Db,
  entered: { promo: string | PromoCode | null; presents?: readonly number[] | undefined },
  { ipAddress, now, locale }: { ipAddress: string; now: Date; locale: Locale },
): Promise<CartAdjustments> {
  const { promo: promoInput, presents: giftIds } = entered;
  if (promoInput === null && !giftIds) return noAdjustments;
  const foundPromo =
    typeof promoInput === "string"
      ? await findEnteredCode(db, promoInput, { customerId: GUEST_CUSTOMER_ID, ipAddress, now })
      : promoInput;
  const promo = foundPromo === "unchecked" ? null : (foundPromo ?? null);
  const giftTiers = giftIds ? await listGiftTiers(db) : [];
  return {
    ...noAdjustments,
    promoCode: promo?.code ?? (typeof promoInput === "string" ? promoInput : null),
    promo,
    isUnchecked: foundPromo === "unchecked",
    giftTiers,
    chosenGiftIds: [...(giftIds ?? [])],
    gifts: await listAvailableGifts(db, { giftTiers, promo }, locale),
  };
}

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
    points: adjustments.points && { ...adjustments.points, on: adjustments.usePoints },
    tier,
    availableGiftIds,
    gifts,
    inPromo: goods.map((one) => validPromo !== null && isPromoApplicable(validPromo, one)),
    applied: {
      promo: getPromoEffect(validPromo),
      points: adjustments.usePoints ? adjustments.points : null,
      giftCardRubMinor: giftCardRefusal ? 0 : (adjustments.giftCard?.balance_minor ?? 0),
    },
  };
}

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

/** Tracks the stock of each gift that the lines leave. */
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
