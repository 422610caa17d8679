import { describe, expect, it } from "vitest";
import { localizePath, parsePreferredLocale, splitPath } from "./locale.ts";

describe("URLs and locales", () => {
  it.each([
    ["/", "ru-RU", "/"],
    ["/cart", "ru-RU", "/cart"],
    ["/en-US", "en-US", "/"],
    ["/en-US/", "en-US", "/"],
    ["/en-US/cart", "en-US", "/cart"],
    ["/en-USA", "ru-RU", "/en-USA"],
  ])("splits %s", (pathname, locale, path) => expect(splitPath(pathname)).toEqual({ locale, path }));

  it.each([
    ["/", "/en-US"],
    ["/cart?x=1", "/en-US/cart?x=1"],
    ["/?auth=1", "/en-US?auth=1"],
    ["/#catalogue", "/en-US#catalogue"],
    ["https://wa.me/1", "https://wa.me/1"],
    ["//elsewhere", "//elsewhere"],
  ])("adds the prefix to %s", (path, address) => {
    expect(localizePath(path, "en-US", "prefix_except_default")).toBe(address);
    expect(localizePath(path, "ru-RU", "prefix_except_default")).toBe(path);
    expect(localizePath(path, "en-US", "no_prefix")).toBe(path);
  });

  it("splits what it has prefixed", () => {
    expect(splitPath(localizePath("/category/x", "en-US", "prefix_except_default"))).toEqual({
      locale: "en-US",
      path: "/category/x",
    });
  });
});

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
