import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partBelow, type SplitLine, type SplitRules, splitInTwo } from "./split.ts";

const rules = (own: Partial<SplitRules> = {}): SplitRules => ({
  limitRubMinor: 20_000_00,
  fitsWeight: (goodsWeightG) => goodsWeightG <= 31_000,
  deliveryRubMinor: (products) => (products >= 5000_00 ? 0 : 499_00),
  ...own,
});
const line = (id: string, rub: number, qty = 1, weightG = 100): SplitLine => ({
  id,
  priceRubMinor: rub * 100,
  qty,
  weightG,
});
const idsOf = (lines: SplitLine[], own?: Partial<SplitRules>) =>
  splitInTwo(lines, rules(own))?.map((part) => part.lines.map(({ id, qty }) => `${id}×${qty}`).join(" ")) ?? null;

describe("dividing a cart into two orders", () => {
  it("keeps lines whole where it can, and fills the first order", () => {
    expect(idsOf([line("cream", 5400, 3), line("shampoo", 2040, 4), line("lotion", 970, 2)])).toEqual([
      "cream×3 lotion×2",
      "shampoo×4",
    ]);
  });

  it("tears a line apart where it must", () => {
    expect(idsOf([line("set", 10_000, 3)])).toEqual(["set×2", "set×1"]);
  });

  it("chooses parcels that both travel free before fuller ones", () => {
    expect(idsOf([line("a", 9000), line("b", 9000), line("c", 2000), line("d", 1500)])).toEqual(["b×1 c×1 d×1", "a×1"]);
  });

  it.each([
    ["one piece is above the limit", [line("a", 20_001), line("b", 100)]],
    ["there is too much for two", [line("a", 15_000, 3)]],
    ["two of three dear pieces are too much", [line("a", 11_000, 3)]],
    ["there is one piece", [line("a", 100)]],
  ])("finds none where %s", (_what, lines) => {
    expect(idsOf(lines)).toBeNull();
  });

  it("minds the weight of each", () => {
    const heavy = [line("tub", 100, 4, 10_000), line("dear", 19_000, 1, 100)];
    expect(idsOf(heavy)).toEqual(["tub×3 dear×1", "tub×1"]);
    expect(idsOf([line("anvil", 100, 1, 32_000), line("dear", 20_000, 1)])).toBeNull();
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

  it("gives two orders below the limit with every piece in one of them, or none", () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const parts = splitInTwo(lines, rules());
        if (!parts) return;
        for (const part of parts) {
          expect(part.lines.length).toBeGreaterThan(0);
          expect(part.productsRubMinor).toBeLessThanOrEqual(20_000_00);
          expect(part.goodsWeightG).toBeLessThanOrEqual(31_000);
        }
        for (const { id, qty } of lines) {
          const counts = parts.map((part) => part.lines.find((one) => one.id === id)?.qty ?? 0);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(qty);
        }
      }),
    );
  });

  it("finds a division wherever there is one", () => {
    const roubles = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(roubles, (prices) => {
        const lines = prices.map((price, at) => line(String(at), price * 100));
        const total = prices.reduce((sum, price) => sum + price, 0);
        let sums = [0];
        for (const price of prices) sums = sums.concat(sums.map((sum) => sum + price));
        const isThere = sums.some((sum) => sum > 0 && sum < total && sum <= 200 && total - sum <= 200);
        expect(splitInTwo(lines, rules()) !== null).toBe(isThere);
      }),
    );
  });

  it("finds a division of the largest cart", () => {
    const lines = Array.from({ length: 200 }, (_, at) => line(String(at), 99.99 + at / 100, 1));
    expect(splitInTwo(lines, rules())).not.toBeNull();
  });
});

describe("what can stay in one order", () => {
  const stays = (lines: SplitLine[], own?: Partial<SplitRules>) => {
    const found = partBelow(lines, rules(own));
    const named = (part: { lines: { id: string; qty: number }[] }) =>
      part.lines.map(({ id, qty }) => `${id}×${qty}`).join(" ");
    return found && [named(found.kept), named(found.left)];
  };

  it.each<[string, SplitLine[], string[] | null]>([
    ["as much as there is below the limit", [line("a", 12_000), line("b", 9000), line("c", 8000)], ["a×1 c×1", "b×1"]],
    ["whole lines before torn ones", [line("a", 10_000, 2), line("b", 10_000, 2)], ["a×2", "b×2"]],
    ["pieces of one line", [line("a", 9000, 5)], ["a×2", "a×3"]],
    ["what is left of more than two orders", [line("a", 15_000, 4)], ["a×1", "a×3"]],
    ["nothing where each piece is above it", [line("a", 20_001, 2)], null],
  ])("is %s", (_what, lines, expected) => {
    expect(stays(lines)?.toSorted()).toEqual(expected?.toSorted());
  });

  it("stays below the limit by weight too, and nothing of the cart is lost", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            ...{ rub: fc.integer({ min: 1, max: 30_000 }), qty: fc.integer({ min: 1, max: 6 }) },
            weight: fc.integer({ min: 1, max: 9000 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        (wishes) => {
          const lines = wishes.map(({ rub, qty, weight }, at) => line(`l${at}`, rub, qty, weight));
          const found = partBelow(lines, rules());
          if (!found) return;
          const { kept, left } = found;
          expect(kept.productsRubMinor).toBeLessThanOrEqual(20_000_00);
          expect(kept.goodsWeightG).toBeLessThanOrEqual(31_000);
          const pieces = (id: string) =>
            [...kept.lines, ...left.lines].filter((one) => one.id === id).reduce((sum, one) => sum + one.qty, 0);
          for (const { id, qty } of lines) expect(pieces(id)).toBe(qty);
        },
      ),
    );
  });
});
