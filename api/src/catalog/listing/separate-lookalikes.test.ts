import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { separateLookalikes } from "./service.ts";

type Item = { id: number; look: number };
const separate = (items: readonly Item[]) => separateLookalikes(items, ({ look }) => look);
const createItems = (looks: readonly number[]): Item[] => looks.map((look, id) => ({ id, look }));
const itemLists = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }).map(createItems);
const countNeighbors = (items: readonly Item[]) =>
  items.filter(({ look }, index) => index > 0 && items[index - 1]?.look === look).length;

describe("products that look the same", () => {
  it("are moved apart, and nothing else is moved", () => {
    const getIds = (looks: readonly number[]) => separate(createItems(looks)).map(({ id }) => id);
    expect(getIds([1, 2, 3, 4])).toEqual([0, 1, 2, 3]);
    expect(getIds([1, 1, 2, 3])).toEqual([0, 2, 1, 3]);
    expect(getIds([1, 2, 2, 2])).toEqual([1, 0, 2, 3]);
    expect(getIds([])).toEqual([]);
  });

  it("stay the same set, in their own order", () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        const separated = separate(items);
        expect(separated.toSorted((a, b) => a.id - b.id)).toEqual(items);
        for (const look of new Set(items.map((item) => item.look)))
          expect(separated.filter((item) => item.look === look)).toEqual(items.filter((item) => item.look === look));
        expect(separate(items)).toEqual(separated);
      }),
    );
  });

  it("are neighbors only if more than half of the list looks like them", () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        const counts = items.map(({ look }) => items.filter((other) => other.look === look).length);
        const excess = Math.max(0, ...counts) - Math.ceil(items.length / 2);
        fc.pre(excess <= 0);
        expect(countNeighbors(separate(items))).toBe(0);
      }),
    );
  });

  it("are not moved in a list without neighbors that look the same", () => {
    fc.assert(
      fc.property(itemLists, (items) => {
        fc.pre(countNeighbors(items) === 0);
        expect(separate(items)).toEqual(items);
      }),
    );
  });
});
