import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDutyFreePart, type SplitLine, type SplitRules, splitIntoTwoOrders } from "./split.ts";

const createRules = (overrides: Partial<SplitRules> = {}): SplitRules => ({
  limitRubMinor: 20_000_00,
  fitsWeight: (goodsWeightG) => goodsWeightG <= 31_000,
  deliveryRubMinor: (products) => (products >= 5000_00 ? 0 : 499_00),
  ...overrides,
});
const line = (id: string, rub: number, qty = 1, weightG = 100): SplitLine => ({
  id,
  priceRubMinor: rub * 100,
  qty,
  weightG,
});
const describeSplit = (lines: SplitLine[], overrides?: Partial<SplitRules>) =>
  splitIntoTwoOrders(lines, createRules(overrides))?.map((part) =>
    part.lines.map(({ id, qty }) => `${id}×${qty}`).join(" "),
  ) ?? null;

describe("splitting a cart into two orders", () => {
  it("keeps lines whole if possible, and fills the first order", () => {
    expect(describeSplit([line("cream", 5400, 3), line("shampoo", 2040, 4), line("lotion", 970, 2)])).toEqual([
      "cream×3 lotion×2",
      "shampoo×4",
    ]);
  });

  it("splits a line if necessary", () => {
    expect(describeSplit([line("set", 10_000, 3)])).toEqual(["set×2", "set×1"]);
  });

  it("prefers two parcels with free delivery to fuller ones", () => {
    expect(describeSplit([line("a", 9000), line("b", 9000), line("c", 2000), line("d", 1500)])).toEqual([
      "b×1 c×1 d×1",
      "a×1",
    ]);
  });

  it.each([
    ["one piece exceeds the limit", [line("a", 20_001), line("b", 100)]],
    ["two orders are not enough", [line("a", 15_000, 3)]],
    ["two of three expensive pieces exceed the limit", [line("a", 11_000, 3)]],
    ["there is only one piece", [line("a", 100)]],
  ])("returns null if %s", (_what, lines) => {
    expect(describeSplit(lines)).toBeNull();
  });

  it("respects the weight limit of each parcel", () => {
    const heavyLines = [line("tub", 100, 4, 10_000), line("dear", 19_000, 1, 100)];
    expect(describeSplit(heavyLines)).toEqual(["tub×3 dear×1", "tub×1"]);
    expect(describeSplit([line("anvil", 100, 1, 32_000), line("dear", 20_000, 1)])).toBeNull();
  });

  const cart = fc.array(
    fc.record({
      id: fc.uuid(),
      priceRubMinor: fc.integer({ min: 1, max: 30_000_00 }),
      qty: fc.integer({ min: 1, max: 6 }),
      weightG: fc.integer({ min: 1, max: 9000 }),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it("returns two orders below the limit that together hold every piece, or null", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const parts = splitIntoTwoOrders(lines, createRules());
        if (!parts) return;
        for (const part of parts) {
          expect(part.lines.length).toBeGreaterThan(0);
          expect(part.productsRubMinor).toBeLessThanOrEqual(20_000_00);
          expect(part.goodsWeightG).toBeLessThanOrEqual(31_000);
        }
        for (const { id, qty } of lines) {
          const quantities = parts.map((part) => part.lines.find((line) => line.id === id)?.qty ?? 0);
          expect(quantities.reduce((sum, count) => sum + count, 0)).toBe(qty);
        }
      }),
    );
  });

  it("finds a split whenever there is one", () => {
    const rubles = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(rubles, (prices) => {
        const lines = prices.map((price, index) => line(String(index), price * 100));
        const total = prices.reduce((sum, price) => sum + price, 0);
        let sums = [0];
        for (const price of prices) sums = sums.concat(sums.map((sum) => sum + price));
        const exists = sums.some((sum) => sum > 0 && sum < total && sum <= 200 && total - sum <= 200);
        expect(splitIntoTwoOrders(lines, createRules()) !== null).toBe(exists);
      }),
    );
  });

  it("finds a split of the largest cart", () => {
    const lines = Array.from({ length: 200 }, (_, index) => line(String(index), 99.99 + index / 100, 1));
    expect(splitIntoTwoOrders(lines, createRules())).not.toBeNull();
  });
});

describe("the duty-free part that can stay in one order", () => {
  const describeKept = (lines: SplitLine[], overrides?: Partial<SplitRules>) => {
    const part = findDutyFreePart(lines, createRules(overrides));
    const describePart = (part: { lines: { id: string; qty: number }[] }) =>
      part.lines.map(({ id, qty }) => `${id}×${qty}`).join(" ");
    return part && [describePart(part.kept), describePart(part.removed)];
  };

  it.each<[string, SplitLine[], string[] | null]>([
    [
      "as much value as possible below the limit",
      [line("a", 12_000), line("b", 9000), line("c", 8000)],
      ["a×1 c×1", "b×1"],
    ],
    ["whole lines rather than split ones", [line("a", 10_000, 2), line("b", 10_000, 2)], ["a×2", "b×2"]],
    ["pieces of one line", [line("a", 9000, 5)], ["a×2", "a×3"]],
    ["part of a cart that is too large for two orders", [line("a", 15_000, 4)], ["a×1", "a×3"]],
    ["null if each piece exceeds the limit", [line("a", 20_001, 2)], null],
  ])("is %s", (_what, lines, expected) => {
    expect(describeKept(lines)?.toSorted()).toEqual(expected?.toSorted());
  });

  it("respects the weight limit as well, and loses no piece of the cart", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            rub: fc.integer({ min: 1, max: 30_000 }),
            qty: fc.integer({ min: 1, max: 6 }),
            weight: fc.integer({ min: 1, max: 9000 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        (records) => {
          const lines = records.map(({ rub, qty, weight }, index) => line(`l${index}`, rub, qty, weight));
          const part = findDutyFreePart(lines, createRules());
          if (!part) return;
          const { kept, removed } = part;
          expect(kept.productsRubMinor).toBeLessThanOrEqual(20_000_00);
          expect(kept.goodsWeightG).toBeLessThanOrEqual(31_000);
          const countPieces = (id: string) =>
            [...kept.lines, ...removed.lines].filter((line) => line.id === id).reduce((sum, line) => sum + line.qty, 0);
          for (const { id, qty } of lines) expect(countPieces(id)).toBe(qty);
        },
      ),
    );
  });
});
