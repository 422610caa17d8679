import { expect, it } from "vitest";
import { canonicalPath } from "./canonical-path.ts";

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
])("%s, matched by %s, is %s", (pathname, pattern, expected) => {
  expect(canonicalPath(pathname, pattern)).toBe(expected);
});
