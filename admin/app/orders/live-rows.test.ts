import { expect, it } from "vitest";
import { mergeRows } from "./live-rows.ts";

const createRows = (...ids: number[]) => ids.map((id) => ({ id, status: "paid" }));

it("keeps the rows in their places, with their current data, and counts new ones", () => {
  const held = createRows(1, 2, 3);
  const current = [{ id: 4, status: "paid" }, { id: 2, status: "packing" }, ...createRows(1, 3)];
  const { rows, changedIds, newCount } = mergeRows(held, current, false);
  expect(rows).toEqual([
    { id: 1, status: "paid" },
    { id: 2, status: "packing" },
    { id: 3, status: "paid" },
  ]);
  expect([...changedIds]).toEqual([2]);
  expect(newCount).toBe(1);
  expect(rows[0]).toBe(held[0]);
});

it("marks rows that left the list, but not those that new rows push to the next page", () => {
  const held = createRows(1, 2, 3);
  expect([...mergeRows(held, createRows(2, 3), false).changedIds]).toEqual([1]);
  expect([...mergeRows(held, createRows(9, 1, 2), true).changedIds]).toEqual([]);
  expect([...mergeRows(held, createRows(9, 1, 2), false).changedIds]).toEqual([3]);
});

it("changes nothing without a change", () => {
  const held = createRows(1, 2);
  const { rows, changedIds, newCount } = mergeRows(held, createRows(1, 2), false);
  expect([rows, changedIds.size, newCount]).toEqual([held, 0, 0]);
  expect(mergeRows([], createRows(1), false)).toMatchObject({ rows: [], newCount: 1 });
});
