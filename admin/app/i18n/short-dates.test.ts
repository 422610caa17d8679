import { expect, it } from "vitest";
import { formatAmount, formatOrderNumber } from "./amounts.ts";
import { formatDueDay, formatShortTime } from "./short-dates.ts";
import { getFormatters } from "@furoshiki/design-system/i18n/format.ts";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";

const today = "2026-11-20";

it("formats times in the time zone of the store, with the year unless it is the current one", () => {
  expect(formatShortTime("2026-11-16T17:44:00Z", "ru-RU", today)).toBe("16\u00a0ноя, 20:44");
  expect(formatShortTime("2026-09-30T21:05:00Z", "en-US", today)).toBe("1\u00a0Oct, 00:05");
  expect(formatShortTime("2025-09-01T09:00:00Z", "en-US", today)).toBe("1\u00a0Sep\u00a02025, 12:00");
  expect(toStoreDay(new Date("2026-11-19T21:30:00Z"))).toBe(today);
});

it.each([
  ["2026-11-20", "сегодня", "today"],
  ["2026-11-21", "завтра", "tomorrow"],
  ["2026-11-19", "вчера", "yesterday"],
  ["2026-11-15", "5\u00a0дней назад", "5\u00a0days ago"],
  ["2026-11-23", "пн, 23\u00a0ноя", "Mon, 23\u00a0Nov"],
])("formats the day %s relative to today", (day, russian, english) => {
  expect(formatDueDay(day, "ru-RU", today)).toBe(russian);
  expect(formatDueDay(day, "en-US", today)).toBe(english);
});

it("formats amounts with the sign of their currency, and order numbers in groups", () => {
  expect(formatAmount(getFormatters("ru-RU"), -21_900, "RUB")).toBe("−21\u00a0900\u00a0₽");
  expect(formatAmount(getFormatters("en-US"), 38.2, "USD")).toBe("$38.20");
  expect(formatOrderNumber(118_940_226)).toBe("118\u00a0940\u00a0226");
});
