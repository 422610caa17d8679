import { expect, it } from "vitest";
import { digitsOf, fitsPostcode } from "./postcode.ts";

it("takes a whole code of the country, in small letters too", () => {
  expect(fitsPostcode("420015", "^[0-9]{6}$")).toBe(true);
  expect(fitsPostcode(" 420015 ", "^[0-9]{6}$")).toBe(true);
  expect(fitsPostcode("42001", "^[0-9]{6}$")).toBe(false);
  expect(fitsPostcode("4200155", "[0-9]{6}")).toBe(false);
  expect(fitsPostcode("sw1a 1aa", "^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$")).toBe(true);
});

it("leaves a pattern that it cannot read to the shop", () => expect(fitsPostcode("1", "(")).toBe(true));

it("counts digits where there is nothing else", () => {
  expect(digitsOf("^[0-9]{6}$")).toBe(6);
  expect(digitsOf("[0-9]{5}")).toBe(5);
  expect(digitsOf("^[0-9]{4} ?[A-Z]{2}$")).toBeNull();
});
