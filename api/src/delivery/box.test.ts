import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsInto, isTooLarge, calculateBox, type SizedItems, type Sides } from "./box.ts";

const sides = fc
  .tuple(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 1500 }))
  .map((edges) => edges.toSorted((first, second) => second - first) as unknown as Sides);
const items = fc.array(fc.record({ sizeMm: sides, qty: fc.integer({ min: 1, max: 20 }) }), {
  minLength: 1,
  maxLength: 8,
});
const sum = (box: Sides) => box[0] + box[1] + box[2];
const volume = (box: Sides) => box[0] * box[1] * box[2];

describe("the box of a parcel", () => {
  it.each<[string, SizedItems[], Sides | null]>([
    ["one bottle: the bottle and the carton", [{ sizeMm: [180, 60, 40], qty: 1 }], [200, 80, 60]],
    ["twenty soaps: nearly a cube", [{ sizeMm: [90, 60, 30], qty: 20 }], [180, 180, 180]],
    [
      "a stick and a soap: at least as long as the stick",
      [
        { sizeMm: [900, 20, 20], qty: 1 },
        { sizeMm: [90, 60, 30], qty: 1 },
      ],
      [920, 80, 50],
    ],
    ["no size is known", [{ sizeMm: null, qty: 9 }], null],
    [
      "items of unknown size are ignored",
      [
        { sizeMm: null, qty: 9 },
        { sizeMm: [180, 60, 40], qty: 1 },
      ],
      [200, 80, 60],
    ],
    ["no goods", [], null],
  ])("%s", (_what, goods, box) => {
    expect(calculateBox(goods)).toEqual(box);
  });

  it("holds every piece and all of them, longest side first", () => {
    fc.assert(
      fc.property(items, (goods) => {
        const box = calculateBox(goods) as Sides;
        expect(box[0] >= box[1] && box[1] >= box[2]).toBe(true);
        for (const { sizeMm } of goods) expect(fitsInto(sizeMm, [box])).toBe(true);
        expect(volume(box)).toBeGreaterThan(goods.reduce((total, one) => total + volume(one.sizeMm) * one.qty, 0));
      }),
    );
  });

  it("never gets smaller when items are added, whichever dimension is measured", () => {
    fc.assert(
      fc.property(items, items, (goods, addedItems) => {
        const [before, after] = [calculateBox(goods) as Sides, calculateBox([...goods, ...addedItems]) as Sides];
        expect(after[0]).toBeGreaterThanOrEqual(before[0]);
        // Each of the three sides is rounded to whole millimeters.
        expect(sum(after)).toBeGreaterThanOrEqual(sum(before) - 3);
      }),
    );
  });
});

it.each<[Sides, object, boolean]>([
  [[600, 200, 100], { longest_max_mm: 600, sides_max_mm: 900 }, false],
  [[601, 100, 100], { longest_max_mm: 600, sides_max_mm: 900 }, true],
  [[500, 300, 101], { longest_max_mm: 600, sides_max_mm: 900 }, true],
  [[1500, 500, 250], { girth_max_mm: 3000 }, false],
  [[1500, 500, 251], { girth_max_mm: 3000 }, true],
  [[4000, 4000, 4000], {}, false],
])("%j is compared with %j: too large is %s", (box, limits, expected) => {
  const noLimits = { longest_max_mm: null, sides_max_mm: null, girth_max_mm: null };
  expect(isTooLarge(box, { ...noLimits, ...limits })).toBe(expected);
  expect(isTooLarge(null, { ...noLimits, ...limits })).toBe(false);
});

it("a box fits into a cell in any orientation, and fits anywhere if no cell sizes are known", () => {
  const cells: Sides[] = [
    [640, 380, 120],
    [400, 400, 400],
  ];
  expect([fitsInto([630, 100, 100], cells), fitsInto([390, 390, 390], cells)]).toEqual([true, true]);
  expect([fitsInto([630, 390, 100], cells), fitsInto([9000, 1, 1], null), fitsInto(null, cells)]).toEqual([
    false,
    true,
    true,
  ]);
});
