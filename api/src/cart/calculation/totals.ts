import { type Currency, convertFromRub, convertToRub } from "../../money/currency.ts";
import { allocate } from "../../money/allocate.ts";

/** A line as the totals see it. */
export type PricedLine = {
  /** Price of one piece, in kopecks. */
  priceRubMinor: number;
  qty: number;
  /** Whether the promo code applies to the line; ignored if there is no code. */
  inPromo: boolean;
};

/** The discount of a promo code. */
export type PromoEffect = { percent: number } | { amountRubMinor: number } | { freeDelivery: true } | null;

/** The adjustments that apply to a cart. */
export type AppliedAdjustments = {
  promo: PromoEffect;
  /** Whole loyalty points that may be spent (one ruble each), and the share of the goods that they may pay for. */
  points: { balance: number; payPercent: number } | null;
  /** Balance of the gift card, in kopecks. */
  giftCardRubMinor: number;
};

/**
 * The totals of a cart, in minor units of its currency unless a name says `RubMinor` (kopecks). Each item is rounded
 * before it is added, so the displayed amounts add up.
 */
export type Totals = {
  productsMinor: number;
  deliveryMinor: number;
  promoMinor: number;
  pointsMinor: number;
  giftCardMinor: number;
  totalMinor: number;
  /** Promo code discount of each line, in the order of the lines; they add up to `promoMinor`. */
  lineDiscountsMinor: number[];
  /** The maximum that loyalty points may pay of these goods. */
  pointsLimitMinor: number;
  /** Number of whole loyalty points that `pointsMinor` corresponds to. */
  points: number;
  /** Kopecks debited from the gift card for `giftCardMinor`. */
  giftCardRubMinor: number;
  /** Prices of the gift cards being bought, each and in total; no discount applies to them. */
  purchasedGiftCardPricesMinor: number[];
  purchasedGiftCardsMinor: number;
  /** The goods in kopecks before discounts: the base for thresholds, customs and limits. */
  productsRubMinor: number;
};

/**
 * Calculates the totals of a cart (`price_v2`). Every total is calculated here and nowhere else.
 * The order of steps is a business rule (docs/domain/cart.md): goods, minus the promo code, minus loyalty points, plus
 * delivery, minus the gift card; then the price of gift cards being bought, which no discount can pay for.
 * Amounts due are rounded half up to the currency's rounding step, limits are rounded down; nothing is negative.
 * @param deliveryRubMinor price of the selected delivery method in kopecks; null if there is none yet
 * @param giftCardValuesRubMinor face value of each gift card being bought, in kopecks
 */
export function calculateTotals(
  lines: readonly PricedLine[],
  deliveryRubMinor: number | null,
  adjustments: AppliedAdjustments,
  currency: Currency,
  giftCardValuesRubMinor: readonly number[] = [],
): Totals {
  const sums = lines.map((line) => convertFromRub(line.priceRubMinor, currency) * line.qty);
  const productsMinor = sumAmounts(sums);
  const lineDiscountsMinor = calculatePromoDiscounts(lines, sums, adjustments.promo, currency);
  const promoMinor = sumAmounts(lineDiscountsMinor);
  const pointsPayment = calculatePointsPayment(productsMinor - promoMinor, adjustments.points, currency);
  const isFree = adjustments.promo !== null && "freeDelivery" in adjustments.promo;
  const deliveryMinor = isFree ? 0 : convertFromRub(deliveryRubMinor ?? 0, currency);
  const owedMinor = productsMinor - promoMinor - pointsPayment.pointsMinor + deliveryMinor;
  const giftCard = calculateGiftCardPayment(owedMinor, adjustments.giftCardRubMinor, currency);
  const purchasedGiftCardPricesMinor = giftCardValuesRubMinor.map((faceValueMinor) =>
    convertFromRub(faceValueMinor, currency),
  );
  const purchasedGiftCardsMinor = sumAmounts(purchasedGiftCardPricesMinor);
  return {
    productsMinor,
    deliveryMinor,
    promoMinor,
    ...pointsPayment,
    ...giftCard,
    lineDiscountsMinor,
    purchasedGiftCardPricesMinor,
    purchasedGiftCardsMinor,
    totalMinor: owedMinor - giftCard.giftCardMinor + purchasedGiftCardsMinor,
    productsRubMinor: sumAmounts(lines.map((line) => line.priceRubMinor * line.qty)),
  };
}

/** Calculates the discount of each line, in minor units. */
function calculatePromoDiscounts(
  lines: readonly PricedLine[],
  sums: readonly number[],
  promo: PromoEffect,
  currency: Currency,
): number[] {
  if (promo === null || "freeDelivery" in promo) return lines.map(() => 0);
  const coveredSums = sums.map((sum, index) => (lines[index]?.inPromo ? sum : 0));
  const coveredMinor = sumAmounts(coveredSums);
  const step = getRoundingStep(currency);
  const discountMinor =
    "percent" in promo
      ? calculatePercent(coveredMinor, promo.percent, step)
      : convertFromRub(promo.amountRubMinor, currency);
  return allocate(Math.min(discountMinor, coveredMinor), coveredSums, step);
}

/** Loyalty points pay up to a share of the goods, in whole points. */
function calculatePointsPayment(goodsMinor: number, pointsAccount: AppliedAdjustments["points"], currency: Currency) {
  const step = getRoundingStep(currency);
  const pointsLimitMinor = pointsAccount
    ? Math.floor((goodsMinor * pointsAccount.payPercent) / (100 * step)) * step
    : 0;
  const points = Math.min(pointsAccount?.balance ?? 0, Math.floor(convertToRub(pointsLimitMinor, currency) / 100));
  const pointsMinor = Math.min(pointsLimitMinor, convertFromRub(points * 100, currency));
  return { pointsLimitMinor, pointsMinor, points: pointsMinor === 0 ? 0 : points };
}

/** The gift card pays for anything due, delivery included, up to its balance. */
function calculateGiftCardPayment(owedMinor: number, balanceRubMinor: number, currency: Currency) {
  const availableMinor = convertFromRub(balanceRubMinor, currency);
  const giftCardMinor = Math.min(owedMinor, availableMinor);
  // A fully used gift card keeps no remainder: an amount below one rounding step could never be spent.
  const isFullyUsed = giftCardMinor === availableMinor && availableMinor > 0;
  return {
    giftCardMinor,
    giftCardRubMinor: isFullyUsed ? balanceRubMinor : Math.min(balanceRubMinor, convertToRub(giftCardMinor, currency)),
  };
}

/** Calculates a percentage of an amount in minor units, rounded half up to whole steps. */
function calculatePercent(minor: number, percent: number, step: number): number {
  return Math.floor((2 * (minor / step) * percent + 100) / 200) * step;
}

/** Returns the smallest displayed amount of a currency, in minor units. */
function getRoundingStep(currency: Currency): number {
  return 10 ** (currency.minorDigits - currency.roundingDigits);
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
