import { describe, expect, it } from "vitest";
import { addDays, getMonday, isDay, listDays, moveDay } from "./days.ts";

describe("days of the calendar", () => {
  it.each([
    ["2026-11-20", "2026-11-16"],
    ["2026-11-16", "2026-11-16"],
    ["2026-11-22", "2026-11-16"],
    ["2027-01-01", "2026-12-28"],
  ])("are in weeks that begin on Monday: %s", (day, monday) => {
    expect(getMonday(day)).toBe(monday);
  });

  it.each([
    ["2026-11-20", "2026-10-26", "2026-12-06", 42],
    ["2026-02-10", "2026-01-26", "2026-03-01", 35],
    ["2027-02-28", "2027-02-01", "2027-02-28", 28],
  ])("of a month are those of its weeks: %s", (day, first, last, count) => {
    const days = listDays("month", day);
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  });

  it("are not moved by daylight saving time", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
    expect(new Set(listDays("month", "2026-10-31")).size).toBe(listDays("month", "2026-10-31").length);
  });

  it("are moved by a month, a week or an agenda", () => {
    expect(moveDay("month", "2026-01-31", 1)).toBe("2026-02-01");
    expect(moveDay("month", "2026-01-31", -1)).toBe("2025-12-01");
    expect(moveDay("week", "2026-12-28", 1)).toBe("2027-01-04");
    expect(moveDay("agenda", "2026-12-01", 1)).toBe("2027-01-01");
  });

  it("are refused if they do not exist", () => {
    expect(["2026-02-29", "2026-13-01", "1999-01-01", "today", "2028-02-29"].filter((day) => isDay(day))).toEqual([
      "2028-02-29",
    ]);
  });
});
