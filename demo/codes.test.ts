import fc from "fast-check";
import { expect, it } from "vitest";
import { isS10Number } from "../api/src/orders/status/tracking.ts";
import { buildBarcode, buildEan13, buildS10Number, slugify } from "./codes.ts";

it("appends the check digit of an EAN-13", () => {
  expect([buildEan13("490102705000"), buildEan13("400638133393"), buildEan13("590123412345")]).toEqual([
    "4901027050008",
    "4006381333931",
    "5901234123457",
  ]);
});

it("builds a unique Japanese barcode for every product", () => {
  const codes = Array.from({ length: 20_000 }, (_, index) => buildBarcode(index + 1));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => /^49\d{11}$/.test(code) && buildEan13(code.slice(0, 12)) === code)).toBe(true);
});

it("appends the S10 check digit, including the two special remainders", () => {
  expect([
    buildS10Number("RR", "47312482", "GB"),
    buildS10Number("EN", "10002003"),
    buildS10Number("LP", "00000001"),
    buildS10Number("EM", "99999999"),
  ]).toEqual(["RR473124829GB", "EN100020039JP", "LP000000014JP", "EM999999995JP"]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (serial) =>
      isS10Number(buildS10Number("EM", String(serial).padStart(8, "0"))),
    ),
  );
});

it("converts a text to a slug", () => {
  expect(slugify("BB cream, 30 ml")).toBe("bb-cream-30-ml");
});
