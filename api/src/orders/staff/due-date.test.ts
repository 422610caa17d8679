import { expect, it } from "vitest";
import { getDueDate } from "./due-date.ts";

const paid = { status: "paid", products_minor: 100_00 } as const;

it.each([
  // 2026-11-20 is a Friday.
  ["2026-11-18T09:00:00Z", 3, "2026-11-23"],
  ["2026-11-20T09:00:00Z", 3, "2026-11-25"],
  ["2026-11-21T09:00:00Z", 1, "2026-11-23"],
  // Already the next day in Moscow.
  ["2026-11-16T22:00:00Z", 1, "2026-11-18"],
  ["2026-11-18T09:00:00Z", 0, "2026-11-18"],
])("an order paid at %s with %i working days is due on %s", (paidAt, days, due) =>
  expect(getDueDate({ ...paid, paid_at: new Date(paidAt) }, days)).toBe(due),
);

it("an order that is not paid, is sent already or has no goods is not due", () => {
  const paid_at = new Date("2026-11-18T09:00:00Z");
  expect(getDueDate({ ...paid, paid_at: null }, 3)).toBeNull();
  expect(getDueDate({ ...paid, paid_at, status: "shipped" }, 3)).toBeNull();
  expect(getDueDate({ ...paid, paid_at, products_minor: 0 }, 3)).toBeNull();
});
