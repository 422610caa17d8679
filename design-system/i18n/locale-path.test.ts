import { describe, expect, it } from "vitest";
import { localizePath, splitPath } from "./locale-path.ts";

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
    ["/#top", "/en-US#top"],
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
