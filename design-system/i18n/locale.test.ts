import { describe, expect, it } from "vitest";
import { parsePreferredLocale } from "./locale.ts";

describe("Accept-Language", () => {
  it.each([
    ["en-GB,en;q=0.9", "en-US"],
    ["ru", "ru-RU"],
    ["de,en;q=0.5,ru;q=0.7", "ru-RU"],
    ["en;q=0, ru;q=0.1", "ru-RU"],
    ["ja", null],
    ["", null],
    [null, null],
  ])("%s prefers %s", (header, locale) => expect(parsePreferredLocale(header)).toBe(locale));
});
