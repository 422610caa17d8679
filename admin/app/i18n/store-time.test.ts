import { describe, expect, it } from "vitest";
import { formatReaderTime, toIsoTime, toStoreTime } from "./store-time.ts";

describe("the time of the store", () => {
  it("is converted from and to that of fields, in summer and winter alike", () => {
    for (const [local, iso] of [
      ["2026-07-01T00:00", "2026-06-30T21:00:00.000Z"],
      ["2026-12-04T09:47", "2026-12-04T06:47:00.000Z"],
    ] as const) {
      expect(toIsoTime(local)).toBe(iso);
      expect(toStoreTime(iso)).toBe(local);
    }
  });

  it("is shown in the zone of a reader who has another one, also when their clocks change", () => {
    const format = (iso: string, locale: string) => formatReaderTime(iso, locale, "America/New_York");
    // Clocks go back on the first of November at two o'clock.
    expect(format("2026-11-01T05:30:00.000Z", "en-US")).toMatch(/^November 1.* 01:30 AM EDT$/);
    expect(format("2026-11-01T06:30:00.000Z", "en-US")).toMatch(/^November 1.* 01:30 AM EST$/);
    expect(format("2026-12-04T06:00:00.000Z", "ru-RU")).toMatch(/^4\sдекабря.*01:00/);
    expect(formatReaderTime("2026-12-04T06:00:00.000Z", "ru-RU", "Europe/Moscow")).toBeNull();
    expect(formatReaderTime("tomorrow", "en-US")).toBeNull();
  });
});
