import { describe, expect, it } from "vitest";
import { localizedPath, preferredLocale, splitPath } from "./locale.ts";

describe("addresses and locales", () => {
  it.each([
    ["/", "ru-RU", "/"],
    ["/cart", "ru-RU", "/cart"],
    ["/en-US", "en-US", "/"],
    ["/en-US/", "en-US", "/"],
    ["/en-US/cart", "en-US", "/cart"],
    ["/en-USA", "ru-RU", "/en-USA"],
  ])("reads %s", (pathname, locale, path) => expect(splitPath(pathname)).toEqual({ locale, path }));

  it.each([
    ["/", "/en-US"],
    ["/cart?x=1", "/en-US/cart?x=1"],
    ["/?auth=1", "/en-US?auth=1"],
    ["/#catalogue", "/en-US#catalogue"],
    ["https://wa.me/1", "https://wa.me/1"],
    ["//elsewhere", "//elsewhere"],
  ])("puts the prefix before %s", (path, address) => {
    expect(localizedPath(path, "en-US", "prefix_except_default")).toBe(address);
    expect(localizedPath(path, "ru-RU", "prefix_except_default")).toBe(path);
    expect(localizedPath(path, "en-US", "no_prefix")).toBe(path);
  });

  it("comes back from where it led", () => {
    expect(splitPath(localizedPath("/category/x", "en-US", "prefix_except_default"))).toEqual({
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
  ])("of %s prefers %s", (header, locale) => expect(preferredLocale(header)).toBe(locale));
});
