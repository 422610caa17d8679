import type { ProductCardData } from "../../catalog/schema.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../../money/currency.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { CodeRefusalDetails } from "../../promotions/promo-codes/promo-code.ts";
import { getRefusalParams } from "../../promotions/promo-codes/code-refusals.ts";
import type { CalculatedCart } from "../calculation/calculate-cart.ts";
import type { Cart } from "../schema.ts";

/** Serializes the promo code and the gift card of a cart, and why one no longer applies. */
export function serializePromo(
  { adjustments, totals }: CalculatedCart,
  currency: Currency,
  locale: Locale,
): Cart["promo"] {
  const { promo, giftCard } = adjustments;
  const serializeRefusal = (refusal: CodeRefusalDetails | null | undefined) =>
    refusal
      ? {
          code: refusal.code,
          message: formatMessage(locale, refusal.code, getRefusalParams(refusal, currency, locale)),
        }
      : null;
  return {
    promo: promo?.code ?? null,
    kind: promo?.row?.kind ?? null,
    percent: promo?.row?.percent ?? null,
    refusal: serializeRefusal(promo?.refusal),
    certificate: giftCard && {
      code: giftCard.row.code,
      balance: toMajorUnits(convertFromRub(giftCard.row.balance_minor, currency), currency),
      used: toMajorUnits(totals.giftCardMinor, currency),
      refusal: serializeRefusal(giftCard.refusal),
    },
  };
}

/** Serializes the loyalty points of a cart; null outside the Russian store. */
export function serializeLoyaltyPoints(
  { adjustments, totals, pointsOffer }: CalculatedCart,
  currency: Currency,
): Cart["bonus"] {
  return (
    adjustments.points && {
      balance: adjustments.points.balance,
      offer: pointsOffer.points,
      offer_price: toMajorUnits(pointsOffer.pointsMinor, currency),
      used: totals.points,
      on: adjustments.points.on,
    }
  );
}

/**
 * Serializes the gifts of a cart.
 * @param cards all products of the gift tier; unavailable ones are marked as such
 */
export function serializeGifts(
  { adjustments }: CalculatedCart,
  cards: readonly ProductCardData[],
  currency: Currency,
): Cart["presents"] {
  const { tier, gifts, availableGiftIds } = adjustments;
  const promoGift = gifts.find(({ source }) => source === "promo");
  return {
    product: { items: cards.map((card) => ({ ...card, available_for_order: availableGiftIds.has(card.id) })) },
    count: tier?.tier.choose_count ?? 0,
    can_сhoose: tier?.reached ?? false,
    price: toMajorUnits(convertFromRub(tier?.tier.threshold_minor ?? 0, currency), currency),
    chosen: gifts.filter(({ source }) => source === "present").map(({ row }) => row.product_id),
    gift: promoGift ? { product_id: promoGift.row.product_id, name: promoGift.row.name } : null,
  };
}
