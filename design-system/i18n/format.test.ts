import { describe, expect, it } from "vitest";
import { insertNonBreakingSpaces, getFormatters } from "./format.ts";

const ru = getFormatters("ru-RU");
const en = getFormatters("en-US");
const rub = { iso_code: "RUB", sign: "₽" };
const usd = { iso_code: "USD", sign: "$" };
const jpy = { iso_code: "JPY", sign: "¥" };

describe("money", () => {
  it.each([
    [1290, rub, "1\u00a0290\u00a0₽"],
    [1290.5, rub, "1\u00a0290,50\u00a0₽"],
    [-348, rub, "\u2212348\u00a0₽"],
    [0, rub, "0\u00a0₽"],
    [14.02, usd, "14,02\u00a0$"],
    [1234567, rub, "1\u00a0234\u00a0567\u00a0₽"],
  ])("formats %s in Russian", (amount, currency, text) => expect(ru.money(amount, currency)).toBe(text));

  it.each([
    [14.02, usd, "$14.02"],
    [14, usd, "$14.00"],
    [0, usd, "$0"],
    [1290.5, usd, "$1,290.50"],
    [-5, usd, "\u2212$5.00"],
    [1290, jpy, "¥1,290"],
    [1290, rub, "₽1,290"],
  ])("formats %s in English", (amount, currency, text) => expect(en.money(amount, currency)).toBe(text));
});

describe("thresholds", () => {
  it.each([
    [55.98, "$56"],
    [55, "$55"],
    [0.312, "$0.32"],
    [1234.5, "$1,300"],
    [5000, "$5,000"],
    [0, "$0"],
  ])("rounds %s up in English", (amount, text) => expect(en.threshold(amount, usd)).toBe(text));

  it("keeps round sums in Russian, and rounds converted ones", () => {
    expect(ru.threshold(5000, rub)).toBe("5\u00a0000\u00a0₽");
    expect(ru.threshold(55.98, usd)).toBe("56\u00a0$");
  });
});

it("formats percentages with a minus sign, and a no-break space in Russian", () => {
  expect(ru.percent(-20)).toBe("\u221220\u00a0%");
  expect(en.percent(-20)).toBe("\u221220%");
});

it("formats ratings with one decimal", () => {
  expect(ru.rating(4.8)).toBe("4,8");
  expect(en.rating(5)).toBe("5.0");
});

it("formats dates in words", () => {
  expect(ru.date("2026-11-08T10:00:00Z")).toBe("8\u00a0ноября 2026");
  expect(en.date("2026-11-08T10:00:00Z")).toBe("8\u00a0November 2026");
  expect(ru.dateTime("2026-11-08T11:02:00Z")).toBe("8\u00a0ноября, 14:02");
});

it("inserts no-break spaces after short words and before units", () => {
  expect(insertNonBreakingSpaces("Лосьон с рисом и для лица, 150 мл")).toBe(
    "Лосьон с\u00a0рисом и\u00a0для лица, 150\u00a0мл",
  );
  expect(insertNonBreakingSpaces("и в дом")).toBe("и\u00a0в\u00a0дом");
  expect(insertNonBreakingSpaces("Soap 100 g")).toBe("Soap 100\u00a0g");
  expect(insertNonBreakingSpaces("20 магазинов")).toBe("20 магазинов");
  expect(insertNonBreakingSpaces("№ 14, от 12 000 ₽, до {share} %")).toBe(
    "№\u00a014, от\u00a012\u00a0000\u00a0₽, до\u00a0{share}\u00a0%",
  );
});

it.each([
  ["2026-12-04", "2026-12-10", "4–10 декабря", "4–10 December"],
  ["2026-11-28", "2026-12-03", "28 ноября – 3 декабря", "28 November – 3 December"],
  ["2026-12-04", "2026-12-04", "4 декабря", "4 December"],
])("formats the days from %s to %s", (from, to, russian, english) => {
  const format = (locale: "ru-RU" | "en-US") => getFormatters(locale).days(from, to).replaceAll("\u00a0", " ");
  expect([format("ru-RU"), format("en-US")]).toEqual([russian, english]);
});
