import { describe, expect, it } from "vitest";
import { localizedPath } from "./locale.ts";
import { onlyOpensDoor, ownPath, wayBack } from "./own-path.ts";

describe("a path of this site", () => {
  it.each(["/", "/cart", "/profile/orders?status=active#top", "/product?from=//elsewhere", "/%5Celsewhere"])(
    "keeps %s",
    (path) => expect(ownPath(path)).toBe(path),
  );

  it("encodes what a header cannot carry", () => {
    expect(ownPath("/ко?q=ко#ко")).toBe("/%D0%BA%D0%BE?q=%D0%BA%D0%BE#%D0%BA%D0%BE");
  });

  it.each([
    ["nothing", ""],
    ["null", null],
    ["no leading slash", "cart"],
    ["a scheme", "https://elsewhere.test/"],
    ["another scheme", "javascript:alert(1)"],
    ["two slashes", "//elsewhere.test"],
    ["two slashes and nonsense", "//["],
    ["a slash and a backslash", "/\\elsewhere.test"],
    ["a backslash further on", "/cart\\..\\x"],
    ["two slashes behind a dot", "/.//elsewhere.test"],
    ["two slashes behind two dots", "/a/..//elsewhere.test"],
    ["two slashes behind an encoded dot", "/%2e//elsewhere.test"],
    ["a line break that browsers drop", "/\n/elsewhere.test"],
    ["a tab that browsers drop", "/\t/elsewhere.test"],
    ["a null character", "/cart\u0000"],
    ["a delete character", "/cart\u007f"],
  ])("refuses %s", (_what, path) => expect(ownPath(path)).toBeNull());
});

describe("the way back after sign-in", () => {
  const english = (path: string) => localizedPath(path, "en-US", "prefix_except_default");
  const russian = (path: string) => localizedPath(path, "ru-RU", "prefix_except_default");

  it("stays in the open language", () => {
    expect(wayBack("/profile/orders", english)).toBe("/en-US/profile/orders");
    expect(wayBack("/profile/orders", russian)).toBe("/profile/orders");
  });
  it("follows the language that the path names", () => {
    expect(wayBack("/en-US/cart?x=1", english)).toBe("/en-US/cart?x=1");
    expect(wayBack("/en-US?x=1", russian)).toBe("/en-US?x=1");
  });
  it("leads nowhere else", () => {
    expect(wayBack("//elsewhere.test", english)).toBeNull();
    expect(wayBack(null, english)).toBeNull();
  });
});

describe("the sign-in above a page", () => {
  const at = (path: string) => `http://shop.test${path}`;
  it.each([
    ["/soap?option=2", "/soap?option=2&auth=1&from=%2Fprofile%2Forders"],
    ["/?auth=1&from=/cart", "/?auth=register&from=/cart"],
    ["/soap?auth=1", "/soap#reviews"],
  ])("is all that differs: %s and %s", (from, to) => {
    expect(onlyOpensDoor(at(from), at(to))).toBe(true);
    expect(onlyOpensDoor(at(to), at(from))).toBe(true);
  });
  it.each([
    ["/soap", "/soap"],
    ["/soap?option=2", "/soap?option=3&auth=1"],
    ["/soap", "/?auth=1"],
  ])("is not all that differs: %s and %s", (from, to) => expect(onlyOpensDoor(at(from), at(to))).toBe(false));
});
