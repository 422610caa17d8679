import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Currency, convertFromRub, toMajorUnits } from "../../money/currency.ts";
import { calculateTotals, type AppliedAdjustments, type PricedLine } from "./totals.ts";

const createCurrency = (code: string, minorDigits: number, roundingDigits: number, rubPerUnit: string): Currency => ({
  code,
  sign: code,
  minorDigits,
  roundingDigits,
  rubPerUnit,
});
const rub = createCurrency("RUB", 2, 0, "1.00000000");
const jpy = createCurrency("JPY", 0, 0, "0.59223300");
const usd = createCurrency("USD", 2, 2, "89.32038834");
const currencies = fc.constantFrom(
  rub,
  usd,
  jpy,
  createCurrency("EUR", 2, 2, "97.08737864"),
  createCurrency("KZT", 2, 0, "0.19417475"),
  createCurrency("BYN", 2, 2, "28.15533980"),
  createCurrency("UZS", 2, 0, "0.00728155"),
  createCurrency("AMD", 2, 0, "0.23300970"),
  createCurrency("KGS", 2, 2, "1.03883495"),
);

const line = fc.record({
  priceRubMinor: fc.integer({ min: 1, max: 5_000_000 }),
  qty: fc.integer({ min: 1, max: 20 }),
  inPromo: fc.boolean(),
});
const carts = fc.array(line, { maxLength: 12 });
const deliveries = fc.option(fc.nat(200_000));
const promos = fc.oneof(
  fc.constant(null),
  fc.record({ percent: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ amountRubMinor: fc.integer({ min: 1, max: 10_000_000 }) }),
  fc.constant({ freeDelivery: true as const }),
);
const arbitraryAdjustments: fc.Arbitrary<AppliedAdjustments> = fc.record({
  promo: promos,
  points: fc.option(fc.record({ balance: fc.nat(50_000), payPercent: fc.integer({ min: 0, max: 100 }) })),
  giftCardRubMinor: fc.oneof(fc.constant(0), fc.nat(3_000_000)),
});
const purchasedGiftCards = fc.array(fc.integer({ min: 1_00, max: 5_000_000 }), { maxLength: 4 });
const noAdjustments: AppliedAdjustments = { promo: null, points: null, giftCardRubMinor: 0 };
const sumAmounts = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe("totals", () => {
  it("add up as displayed: displayed lines, discounts and delivery make the displayed total, in every currency", () => {
    fc.assert(
      fc.property(
        carts,
        deliveries,
        arbitraryAdjustments,
        currencies,
        purchasedGiftCards,
        (lines, delivery, adjustments, currency, giftCardValues) => {
          const totals = calculateTotals(lines, delivery, adjustments, currency, giftCardValues);
          const displayedLines = [
            ...lines.map((one) => toMajorUnits(convertFromRub(one.priceRubMinor, currency) * one.qty, currency)),
            ...totals.purchasedGiftCardPricesMinor.map((one) => toMajorUnits(one, currency)),
          ];
          const discounts = [totals.promoMinor, totals.pointsMinor, totals.giftCardMinor].map((one) =>
            toMajorUnits(one, currency),
          );
          const displayedTotal =
            sumAmounts(displayedLines) - sumAmounts(discounts) + toMajorUnits(totals.deliveryMinor, currency);
          expect(toMajorUnits(totals.totalMinor, currency)).toBeCloseTo(displayedTotal, 5);
        },
      ),
    );
  });

  it("apply no discount to purchased gift cards, and calculate the rest as if there were none", () => {
    fc.assert(
      fc.property(
        carts,
        deliveries,
        arbitraryAdjustments,
        currencies,
        purchasedGiftCards,
        (lines, delivery, adjustments, currency, giftCardValues) => {
          const { totalMinor, purchasedGiftCardPricesMinor, purchasedGiftCardsMinor, ...rest } = calculateTotals(
            ...[lines, delivery, adjustments, currency, giftCardValues],
          );
          const withoutPurchases = calculateTotals(lines, delivery, adjustments, currency);
          expect(purchasedGiftCardPricesMinor).toEqual(
            giftCardValues.map((faceValueMinor) => convertFromRub(faceValueMinor, currency)),
          );
          expect(withoutPurchases).toEqual({
            ...rest,
            totalMinor: totalMinor - purchasedGiftCardsMinor,
            purchasedGiftCardPricesMinor: [],
            purchasedGiftCardsMinor: 0,
          });
        },
      ),
    );
  });

  it("match line discounts, and no line is discounted below zero or if the code does not apply to it", () => {
    fc.assert(
      fc.property(carts, deliveries, arbitraryAdjustments, currencies, (lines, delivery, adjustments, currency) => {
        const { lineDiscountsMinor, promoMinor } = calculateTotals(lines, delivery, adjustments, currency);
        expect(sumAmounts(lineDiscountsMinor)).toBe(promoMinor);
        for (const [index, { priceRubMinor, qty, inPromo }] of lines.entries()) {
          const discountMinor = lineDiscountsMinor[index] ?? Number.NaN;
          expect(discountMinor).toBeGreaterThanOrEqual(0);
          expect(discountMinor).toBeLessThanOrEqual(inPromo ? convertFromRub(priceRubMinor, currency) * qty : 0);
        }
      }),
    );
  });

  it("are whole rounding steps of the currency, and never negative", () => {
    fc.assert(
      fc.property(carts, deliveries, arbitraryAdjustments, currencies, (lines, delivery, adjustments, currency) => {
        const totals = calculateTotals(lines, delivery, adjustments, currency);
        const step = 10 ** (currency.minorDigits - currency.roundingDigits);
        for (const one of [
          ...[totals.productsMinor, totals.promoMinor, totals.pointsMinor, totals.deliveryMinor],
          ...[totals.giftCardMinor, totals.totalMinor, ...totals.lineDiscountsMinor],
        ]) {
          expect(one).toBeGreaterThanOrEqual(0);
          expect(Number.isSafeInteger(one)).toBe(true);
          expect(one % step).toBe(0);
        }
      }),
    );
  });

  it("spend no more than available: points within their share of the discounted goods, the gift card within its balance", () => {
    fc.assert(
      fc.property(carts, deliveries, arbitraryAdjustments, currencies, (lines, delivery, adjustments, currency) => {
        const totals = calculateTotals(lines, delivery, adjustments, currency);
        expect(totals.points).toBeLessThanOrEqual(adjustments.points?.balance ?? 0);
        expect(totals.pointsMinor * 100).toBeLessThanOrEqual(
          (totals.productsMinor - totals.promoMinor) * (adjustments.points?.payPercent ?? 0),
        );
        expect(totals.pointsMinor === 0).toBe(totals.points === 0);
        expect(totals.giftCardRubMinor).toBeLessThanOrEqual(adjustments.giftCardRubMinor);
        // If anything is left to pay, the remainder on the gift card is below the smallest displayed amount.
        const remainderMinor = convertFromRub(adjustments.giftCardRubMinor - totals.giftCardRubMinor, currency);
        if (totals.totalMinor > 0) expect(remainderMinor).toBe(0);
      }),
    );
  });

  it("are the goods plus delivery without adjustments", () => {
    fc.assert(
      fc.property(carts, deliveries, currencies, (lines, delivery, currency) => {
        const { totalMinor, productsMinor, deliveryMinor } = calculateTotals(lines, delivery, noAdjustments, currency);
        expect(totalMinor).toBe(productsMinor + deliveryMinor);
      }),
    );
  });

  it("never decrease when a line is added without adjustments, and never increase with adjustments", () => {
    fc.assert(
      fc.property(
        carts,
        line,
        deliveries,
        arbitraryAdjustments,
        currencies,
        (lines, added, delivery, adjustments, currency) => {
          const withoutAdjustments = calculateTotals(lines, delivery, noAdjustments, currency);
          expect(
            calculateTotals([...lines, added], delivery, noAdjustments, currency).totalMinor,
          ).toBeGreaterThanOrEqual(withoutAdjustments.totalMinor);
          expect(calculateTotals(lines, delivery, adjustments, currency).totalMinor).toBeLessThanOrEqual(
            withoutAdjustments.totalMinor,
          );
        },
      ),
    );
  });
});

describe("the order of adjustments", () => {
  const goods: PricedLine[] = [
    { priceRubMinor: 1000_00, qty: 2, inPromo: true },
    { priceRubMinor: 500_00, qty: 1, inPromo: true },
  ];
  const allAdjustments: AppliedAdjustments = {
    promo: { percent: 10 },
    points: { balance: 5000, payPercent: 30 },
    giftCardRubMinor: 1000_00,
  };

  it("is goods, promo code, points on the discounted goods, delivery, gift card", () => {
    expect(calculateTotals(goods, 499_00, allAdjustments, rub)).toMatchObject({
      productsMinor: 2500_00,
      promoMinor: 250_00,
      lineDiscountsMinor: [200_00, 50_00],
      pointsLimitMinor: 675_00,
      pointsMinor: 675_00,
      points: 675,
      deliveryMinor: 499_00,
      giftCardMinor: 1000_00,
      totalMinor: 1074_00,
    });
  });

  it("lets a gift card pay everything that is left, including delivery, and keeps the remainder", () => {
    const adjustments = { ...allAdjustments, giftCardRubMinor: 3000_00 };
    expect(calculateTotals(goods, 499_00, adjustments, rub)).toMatchObject({
      totalMinor: 0,
      giftCardMinor: 2074_00,
      giftCardRubMinor: 2074_00,
    });
  });

  it("caps a fixed discount at the goods it applies to, and applies free delivery", () => {
    const lines: PricedLine[] = [
      { priceRubMinor: 300_00, qty: 1, inPromo: true },
      { priceRubMinor: 900_00, qty: 1, inPromo: false },
    ];
    const fixed = calculateTotals(lines, 499_00, { ...noAdjustments, promo: { amountRubMinor: 500_00 } }, rub);
    expect([fixed.promoMinor, fixed.lineDiscountsMinor, fixed.totalMinor]).toEqual([300_00, [300_00, 0], 1399_00]);
    const free = calculateTotals(lines, 499_00, { ...noAdjustments, promo: { freeDelivery: true } }, rub);
    expect([free.deliveryMinor, free.totalMinor]).toEqual([0, 1200_00]);
  });

  it("assigns the remaining rounding step to the largest remainder", () => {
    const three = [1, 1, 1].map(() => ({ priceRubMinor: 100_00, qty: 1, inPromo: true }));
    const totals = calculateTotals(three, null, { ...noAdjustments, promo: { amountRubMinor: 100_00 } }, rub);
    expect(totals.lineDiscountsMinor).toEqual([34_00, 33_00, 33_00]);
  });

  it("does not multiply yen by 100", () => {
    const totals = calculateTotals([{ priceRubMinor: 592_233, qty: 1, inPromo: true }], 59_223, allAdjustments, jpy);
    expect(totals).toMatchObject({
      productsMinor: 10_000,
      promoMinor: 1000,
      pointsLimitMinor: 2700,
      deliveryMinor: 1000,
    });
    expect(totals.points).toBe(1599);
    expect(totals.totalMinor).toBe(10_000 - 1000 - totals.pointsMinor + 1000 - totals.giftCardMinor);
    expect(totals.giftCardMinor).toBe(1689);
  });
});
