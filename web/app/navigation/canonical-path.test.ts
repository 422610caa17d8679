import { expect, it } from "vitest";
import { getCanonicalPath, replaceLineBreaks } from "./canonical-path.ts";

it.each([
  ["/", "/", "/"],
  ["/en", ":productSlug", "/en-US"],
  ["/en/cart", "*", "/en-US/cart"],
  ["/en-us", "en-US", "/en-US"],
  ["/EN-US/BRANDS", "en-US/brands", "/en-US/brands"],
  ["/en-us/no/such", "*", "/en-US/no/such"],
  ["/Cart", "cart", "/cart"],
  ["/%63art", "cart", "/cart"],
  ["/Category/Cream-A", "category/:slug", "/category/Cream-A"],
  ["/Some-Product", ":productSlug", "/Some-Product"],
  ["/english", ":productSlug", "/english"],
  ["/brands/", "brands", "/brands"],
  ["//elsewhere.test//x/", "*", "/elsewhere.test/x"],
])("%s, matched by %s, has the canonical path %s", (pathname, pattern, expected) => {
  expect(getCanonicalPath(pathname, pattern)).toBe(expected);
});

it("replaces encoded line terminators and nothing else", () => {
  expect(replaceLineBreaks("/a%0Ab%0d/%e2%80%A8/%E2%80%a9")).toBe("/a%20b%20/%20/%20");
  expect(replaceLineBreaks("/a%09b/%E2%80%AA")).toBe("/a%09b/%E2%80%AA");
});
