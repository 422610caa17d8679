import { expect, it } from "vitest";
import { getPostcodeLength, isValidPostcode } from "./postcode.ts";

it("accepts a complete postcode, also in lowercase", () => {
  expect(isValidPostcode("420015", "^[0-9]{6}$")).toBe(true);
  expect(isValidPostcode(" 420015 ", "^[0-9]{6}$")).toBe(true);
  expect(isValidPostcode("42001", "^[0-9]{6}$")).toBe(false);
  expect(isValidPostcode("4200155", "[0-9]{6}")).toBe(false);
  expect(isValidPostcode("sw1a 1aa", "^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$")).toBe(true);
});

it("accepts anything if the pattern is invalid", () => expect(isValidPostcode("1", "(")).toBe(true));

it("returns the number of digits of an all-digit pattern, otherwise null", () => {
  expect(getPostcodeLength("^[0-9]{6}$")).toBe(6);
  expect(getPostcodeLength("[0-9]{5}")).toBe(5);
  expect(getPostcodeLength("^[0-9]{4} ?[A-Z]{2}$")).toBeNull();
});
