import { expect, it } from "vitest";
import { groupByMonth } from "./group-by-month.ts";

const dates = ["2026-11-18T09:00:00Z", "2026-10-31T21:30:00Z", "2026-10-31T20:30:00Z", "2025-10-01T00:00:00Z"];
const countByMonth = (locale: "ru-RU" | "en-US") =>
  groupByMonth(dates, (date) => date, locale).map(({ name, items }) => [name, items.length]);

it("groups items by month in the Moscow time zone", () => {
  expect(countByMonth("ru-RU")).toEqual([
    ["Ноябрь 2026", 2],
    ["Октябрь 2026", 1],
    ["Октябрь 2025", 1],
  ]);
  expect(countByMonth("en-US").map(([name]) => name)).toEqual(["November 2026", "October 2026", "October 2025"]);
});
