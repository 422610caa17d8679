import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Currency, fromRub, toWire } from "../money/currency.ts";
import { cartTotals, type Means, type PricedLine } from "./totals.ts";

const money = (code: string, minorDigits: number, roundingDigits: number, rubPerUnit: string): Currency => ({
  code,
  sign: code,
  minorDigits,
  roundingDigits,
  rubPerUnit,
});
const rub = money("RUB", 2, 0, "1.00000000");
const jpy = money("JPY", 0, 0, "0.59223300");
const usd = money("USD", 2, 2, "89.32038834");
const currencies = fc.constantFrom(
  rub,
  usd,
  jpy,
  money("EUR", 2, 2, "97.08737864"),
  money("KZT", 2, 0, "0.19417475"),
  money("BYN", 2, 2, "28.15533980"),
  money("UZS", 2, 0, "0.00728155"),
  money("AMD", 2, 0, "0.23300970"),
  money("KGS", 2, 2, "1.03883495"),
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
const allMeans: fc.Arbitrary<Means> = fc.record({
  promo: promos,
  bonus: fc.option(fc.record({ balance: fc.nat(50_000), payPercent: fc.integer({ min: 0, max: 100 }) })),
  certificateRubMinor: fc.oneof(fc.constant(0), fc.nat(3_000_000)),
});
const bought = fc.array(fc.integer({ min: 1_00, max: 5_000_000 }), { maxLength: 4 });
const nothing: Means = { promo: null, bonus: null, certificateRubMinor: 0 };
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe("pitfall 7: totals", () => {
  it("always add up on the page: shown lines, discounts and delivery make the shown total, in every currency", () => {
    fc.assert(
      fc.property(carts, deliveries, allMeans, currencies, bought, (lines, delivery, means, currency, certificates) => {
        const totals = cartTotals(lines, delivery, means, currency, certificates);
        const shownLines = [
          ...lines.map((one) => toWire(fromRub(one.priceRubMinor, currency) * one.qty, currency)),
          ...totals.certificatePricesMinor.map((one) => toWire(one, currency)),
        ];
        const off = [totals.promoMinor, totals.bonusMinor, totals.certificateMinor].map((one) => toWire(one, currency));
        const shown = sumOf(shownLines) - sumOf(off) + toWire(totals.deliveryMinor, currency);
        expect(toWire(totals.totalMinor, currency)).toBeCloseTo(shown, 5);
      }),
    );
  });

  it("take nothing off certificates that are bought, and decide the rest as if there were none", () => {
    fc.assert(
      fc.property(carts, deliveries, allMeans, currencies, bought, (lines, delivery, means, currency, certificates) => {
        const { totalMinor, certificatePricesMinor, certificatesMinor, ...rest } = cartTotals(
          ...[lines, delivery, means, currency, certificates],
        );
        const without = cartTotals(lines, delivery, means, currency);
        expect(certificatePricesMinor).toEqual(certificates.map((worth) => fromRub(worth, currency)));
        expect(without).toEqual({
          ...rest,
          totalMinor: totalMinor - certificatesMinor,
          certificatePricesMinor: [],
          certificatesMinor: 0,
        });
      }),
    );
  });

  it("add up line by line, and no line is discounted below zero or without the code being for it", () => {
    fc.assert(
      fc.property(carts, deliveries, allMeans, currencies, (lines, delivery, means, currency) => {
        const { lineDiscountsMinor, promoMinor } = cartTotals(lines, delivery, means, currency);
        expect(sumOf(lineDiscountsMinor)).toBe(promoMinor);
        for (const [at, { priceRubMinor, qty, inPromo }] of lines.entries()) {
          const off = lineDiscountsMinor[at] ?? Number.NaN;
          expect(off).toBeGreaterThanOrEqual(0);
          expect(off).toBeLessThanOrEqual(inPromo ? fromRub(priceRubMinor, currency) * qty : 0);
        }
      }),
    );
  });

  it("are whole steps of the currency, and never below zero", () => {
    fc.assert(
      fc.property(carts, deliveries, allMeans, currencies, (lines, delivery, means, currency) => {
        const totals = cartTotals(lines, delivery, means, currency);
        const step = 10 ** (currency.minorDigits - currency.roundingDigits);
        for (const one of [
          ...[totals.productsMinor, totals.promoMinor, totals.bonusMinor, totals.deliveryMinor],
          ...[totals.certificateMinor, totals.totalMinor, ...totals.lineDiscountsMinor],
        ]) {
          expect(one).toBeGreaterThanOrEqual(0);
          expect(Number.isSafeInteger(one)).toBe(true);
          expect(one % step).toBe(0);
        }
      }),
    );
  });

  it("spend no more than there is: bonuses within their share of the discounted goods, the certificate within itself", () => {
    fc.assert(
      fc.property(carts, deliveries, allMeans, currencies, (lines, delivery, means, currency) => {
        const totals = cartTotals(lines, delivery, means, currency);
        expect(totals.bonuses).toBeLessThanOrEqual(means.bonus?.balance ?? 0);
        expect(totals.bonusMinor * 100).toBeLessThanOrEqual(
          (totals.productsMinor - totals.promoMinor) * (means.bonus?.payPercent ?? 0),
        );
        expect(totals.bonusMinor === 0).toBe(totals.bonuses === 0);
        expect(totals.certificateRubMinor).toBeLessThanOrEqual(means.certificateRubMinor);
        // While anything is owed, nothing that could be named is left on the certificate.
        const left = fromRub(means.certificateRubMinor - totals.certificateRubMinor, currency);
        if (totals.totalMinor > 0) expect(left).toBe(0);
      }),
    );
  });

  it("are the old ones again when what was added is removed", () => {
    fc.assert(
      fc.property(carts, line, deliveries, allMeans, currencies, (lines, added, delivery, means, currency) => {
        const before = cartTotals(lines, delivery, means, currency);
        const withIt = [...lines, added];
        cartTotals(withIt, delivery, means, currency);
        expect(cartTotals(withIt.slice(0, -1), delivery, means, currency)).toEqual(before);
        const plain = cartTotals(lines, delivery, nothing, currency);
        expect(plain.totalMinor).toBe(plain.productsMinor + plain.deliveryMinor);
      }),
    );
  });

  it("never fall when something is added without means, nor rise with any", () => {
    fc.assert(
      fc.property(carts, line, deliveries, allMeans, currencies, (lines, added, delivery, means, currency) => {
        const plain = cartTotals(lines, delivery, nothing, currency);
        expect(cartTotals([...lines, added], delivery, nothing, currency).totalMinor).toBeGreaterThanOrEqual(
          plain.totalMinor,
        );
        expect(cartTotals(lines, delivery, means, currency).totalMinor).toBeLessThanOrEqual(plain.totalMinor);
      }),
    );
  });
});

describe("the order of applying", () => {
  const goods: PricedLine[] = [
    { priceRubMinor: 1000_00, qty: 2, inPromo: true },
    { priceRubMinor: 500_00, qty: 1, inPromo: true },
  ];
  const all: Means = {
    promo: { percent: 10 },
    bonus: { balance: 5000, payPercent: 30 },
    certificateRubMinor: 1000_00,
  };

  it("is goods, code, bonuses from what the code left, delivery, certificate", () => {
    expect(cartTotals(goods, 499_00, all, rub)).toMatchObject({
      productsMinor: 2500_00,
      promoMinor: 250_00,
      lineDiscountsMinor: [200_00, 50_00],
      bonusLimitMinor: 675_00,
      bonusMinor: 675_00,
      bonuses: 675,
      deliveryMinor: 499_00,
      certificateMinor: 1000_00,
      totalMinor: 1074_00,
    });
  });

  it("lets a certificate pay everything that is left, delivery too, and keeps its rest", () => {
    const means = { ...all, certificateRubMinor: 3000_00 };
    expect(cartTotals(goods, 499_00, means, rub)).toMatchObject({
      totalMinor: 0,
      certificateMinor: 2074_00,
      certificateRubMinor: 2074_00,
    });
  });

  it("takes a code's fixed sum no further than its goods, and delivers free by a code for that", () => {
    const only: PricedLine[] = [
      { priceRubMinor: 300_00, qty: 1, inPromo: true },
      { priceRubMinor: 900_00, qty: 1, inPromo: false },
    ];
    const fixed = cartTotals(only, 499_00, { ...nothing, promo: { amountRubMinor: 500_00 } }, rub);
    expect([fixed.promoMinor, fixed.lineDiscountsMinor, fixed.totalMinor]).toEqual([300_00, [300_00, 0], 1399_00]);
    const free = cartTotals(only, 499_00, { ...nothing, promo: { freeDelivery: true } }, rub);
    expect([free.deliveryMinor, free.totalMinor]).toEqual([0, 1200_00]);
  });

  it("gives the step that is left over to the largest remainder", () => {
    const three = [1, 1, 1].map(() => ({ priceRubMinor: 100_00, qty: 1, inPromo: true }));
    const totals = cartTotals(three, null, { ...nothing, promo: { amountRubMinor: 100_00 } }, rub);
    expect(totals.lineDiscountsMinor).toEqual([34_00, 33_00, 33_00]);
  });

  it("pitfall 15: never multiplies yen by a hundred", () => {
    const totals = cartTotals([{ priceRubMinor: 592_233, qty: 1, inPromo: true }], 59_223, all, jpy);
    expect(totals).toMatchObject({
      productsMinor: 10_000,
      promoMinor: 1000,
      bonusLimitMinor: 2700,
      deliveryMinor: 1000,
    });
    expect(totals.bonuses).toBe(1599);
    expect(totals.totalMinor).toBe(10_000 - 1000 - totals.bonusMinor + 1000 - totals.certificateMinor);
    expect(totals.certificateMinor).toBe(1689);
  });
});
