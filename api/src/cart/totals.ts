import { type Currency, fromRub, toRub } from "../money/currency.ts";
import { spread } from "../money/spread.ts";

export type PricedLine = {
  /** Kopecks for one piece. */
  priceRubMinor: number;
  qty: number;
  /** Whether the promo code is for it; without a code it does not matter. */
  inPromo: boolean;
};

/** What a promo code takes off. */
export type PromoEffect = { percent: number } | { amountRubMinor: number } | { freeDelivery: true } | null;

export type Means = {
  promo: PromoEffect;
  /** Whole bonuses that may be spent, one rouble each, and the share of the goods that they may pay. */
  bonus: { balance: number; payPercent: number } | null;
  /** What is left on the certificate, kopecks. */
  certificateRubMinor: number;
};

export type Totals = {
  /** Sums in the cart's currency, minor units: each item is rounded, then added, so the page always adds up. */
  productsMinor: number;
  deliveryMinor: number;
  promoMinor: number;
  bonusMinor: number;
  certificateMinor: number;
  totalMinor: number;
  /** What the code takes off each line, in the order of the lines; together `promoMinor`. */
  lineDiscountsMinor: number[];
  /** Most that bonuses may pay of these goods, in the cart's currency. */
  bonusLimitMinor: number;
  /** Whole bonuses behind `bonusMinor`. */
  bonuses: number;
  /** Kopecks that leave the certificate for `certificateMinor`. */
  certificateRubMinor: number;
  /** The certificates that are bought, one by one and together; nothing is taken off them. */
  certificatePricesMinor: number[];
  certificatesMinor: number;
  /** The goods in kopecks before anything is taken off: what thresholds, customs and limits look at. */
  productsRubMinor: number;
};

/**
 * The sums of a cart (spec §3 `price_v2`): the one place where they are made. The order is a rule of the shop
 * (docs/decisions, Means of payment): goods, less the promo code, less bonuses, plus delivery, less the certificate; then
 * what certificates cost that are bought, which nothing but money pays for.
 * What is owed is rounded half up to the currency's own step, a limit down; nothing falls below zero.
 * @param deliveryRubMinor price of the chosen delivery in kopecks; null while none can be named.
 * @param certificatesRubMinor what each certificate that is bought is worth, kopecks.
 */
export function cartTotals(
  lines: readonly PricedLine[],
  deliveryRubMinor: number | null,
  means: Means,
  currency: Currency,
  certificatesRubMinor: readonly number[] = [],
): Totals {
  const sums = lines.map((line) => fromRub(line.priceRubMinor, currency) * line.qty);
  const productsMinor = sumOf(sums);
  const lineDiscountsMinor = promoDiscounts(lines, sums, means.promo, currency);
  const promoMinor = sumOf(lineDiscountsMinor);
  const bonus = bonusPart(productsMinor - promoMinor, means.bonus, currency);
  const isFree = means.promo !== null && "freeDelivery" in means.promo;
  const deliveryMinor = isFree ? 0 : fromRub(deliveryRubMinor ?? 0, currency);
  const owedMinor = productsMinor - promoMinor - bonus.bonusMinor + deliveryMinor;
  const certificate = certificatePart(owedMinor, means.certificateRubMinor, currency);
  const certificatePricesMinor = certificatesRubMinor.map((worth) => fromRub(worth, currency));
  const certificatesMinor = sumOf(certificatePricesMinor);
  return {
    productsMinor,
    deliveryMinor,
    promoMinor,
    ...bonus,
    ...certificate,
    lineDiscountsMinor,
    certificatePricesMinor,
    certificatesMinor,
    totalMinor: owedMinor - certificate.certificateMinor + certificatesMinor,
    productsRubMinor: sumOf(lines.map((line) => line.priceRubMinor * line.qty)),
  };
}

function promoDiscounts(
  lines: readonly PricedLine[],
  sums: readonly number[],
  promo: PromoEffect,
  currency: Currency,
): number[] {
  const covered = sums.map((sum, at) => (lines[at]?.inPromo ? sum : 0));
  const goods = sumOf(covered);
  const step = stepOf(currency);
  if (promo === null || "freeDelivery" in promo) return lines.map(() => 0);
  const off = "percent" in promo ? percentOf(goods, promo.percent, step) : fromRub(promo.amountRubMinor, currency);
  return spread(Math.min(off, goods), covered, step);
}

/** Up to a share of the goods, in whole bonuses. */
function bonusPart(goodsMinor: number, bonus: Means["bonus"], currency: Currency) {
  const step = stepOf(currency);
  const bonusLimitMinor = bonus ? Math.floor((goodsMinor * bonus.payPercent) / (100 * step)) * step : 0;
  const bonuses = Math.min(bonus?.balance ?? 0, Math.floor(toRub(bonusLimitMinor, currency) / 100));
  const bonusMinor = Math.min(bonusLimitMinor, fromRub(bonuses * 100, currency));
  return { bonusLimitMinor, bonusMinor, bonuses: bonusMinor === 0 ? 0 : bonuses };
}

/** Anything that is owed, delivery too, as far as the certificate reaches. */
function certificatePart(owedMinor: number, balanceRubMinor: number, currency: Currency) {
  const worthMinor = fromRub(balanceRubMinor, currency);
  const certificateMinor = Math.min(owedMinor, worthMinor);
  // Used to its end it leaves nothing behind: less than a step could never be paid with.
  const whole = certificateMinor === worthMinor && worthMinor > 0;
  return {
    certificateMinor,
    certificateRubMinor: whole ? balanceRubMinor : Math.min(balanceRubMinor, toRub(certificateMinor, currency)),
  };
}

/** Rounded half up to whole steps. */
function percentOf(minor: number, percent: number, step: number): number {
  return Math.floor((2 * (minor / step) * percent + 100) / 200) * step;
}

/** The smallest sum that is named in a currency, in minor units. */
function stepOf(currency: Currency): number {
  return 10 ** (currency.minorDigits - currency.roundingDigits);
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
