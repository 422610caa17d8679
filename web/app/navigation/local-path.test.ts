import { describe, expect, it } from "vitest";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { differsOnlyBySignIn, parseLocalPath, getReturnPath } from "./local-path.ts";

describe("a local path", () => {
  it.each(["/", "/cart", "/profile/orders?status=active#top", "/product?from=//elsewhere", "/%5Celsewhere"])(
    "keeps %s",
    (path) => expect(parseLocalPath(path)).toBe(path),
  );

  it("percent-encodes characters that a header cannot contain", () => {
    expect(parseLocalPath("/ко?q=ко#ко")).toBe("/%D0%BA%D0%BE?q=%D0%BA%D0%BE#%D0%BA%D0%BE");
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
    ["two slashes after a dot", "/.//elsewhere.test"],
    ["two slashes after two dots", "/a/..//elsewhere.test"],
    ["two slashes after an encoded dot", "/%2e//elsewhere.test"],
    ["a line break that browsers drop", "/\n/elsewhere.test"],
    ["a tab that browsers drop", "/\t/elsewhere.test"],
    ["a null character", "/cart\u0000"],
    ["a delete character", "/cart\u007f"],
  ])("rejects %s", (_what, path) => expect(parseLocalPath(path)).toBeNull());
});

describe("the return path after sign-in", () => {
  const toEnglish = (path: string) => localizePath(path, "en-US", "prefix_except_default");
  const toRussian = (path: string) => localizePath(path, "ru-RU", "prefix_except_default");

  it("stays in the current locale", () => {
    expect(getReturnPath("/profile/orders", toEnglish)).toBe("/en-US/profile/orders");
    expect(getReturnPath("/profile/orders", toRussian)).toBe("/profile/orders");
  });
  it("uses the locale of the path", () => {
    expect(getReturnPath("/en-US/cart?x=1", toEnglish)).toBe("/en-US/cart?x=1");
    expect(getReturnPath("/en-US?x=1", toRussian)).toBe("/en-US?x=1");
  });
  it("rejects other sites", () => {
    expect(getReturnPath("//elsewhere.test", toEnglish)).toBeNull();
    expect(getReturnPath(null, toEnglish)).toBeNull();
  });
});

describe("the sign-in dialog over a page", () => {
  const createUrl = (path: string) => `http://shop.test${path}`;
  it.each([
    ["/soap?option=2", "/soap?option=2&auth=1&from=%2Fprofile%2Forders"],
    ["/?auth=1&from=/cart", "/?auth=register&from=/cart"],
    ["/soap?auth=1", "/soap#reviews"],
  ])("is the only difference between %s and %s", (from, to) => {
    expect(differsOnlyBySignIn(createUrl(from), createUrl(to))).toBe(true);
    expect(differsOnlyBySignIn(createUrl(to), createUrl(from))).toBe(true);
  });
  it.each([
    ["/soap", "/soap"],
    ["/soap?option=2", "/soap?option=3&auth=1"],
    ["/soap", "/?auth=1"],
  ])("is not the only difference between %s and %s", (from, to) =>
    expect(differsOnlyBySignIn(createUrl(from), createUrl(to))).toBe(false),
  );
});
