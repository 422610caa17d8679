import fc from "fast-check";
import { expect, it } from "vitest";
import { isS10 } from "../api/src/orders/tracking.ts";
import { barcodeOf, ean13, s10, slugOf } from "./codes.ts";

it("ends an EAN-13 with its check digit", () => {
  expect([ean13("490102705000"), ean13("400638133393"), ean13("590123412345")]).toEqual([
    "4901027050008",
    "4006381333931",
    "5901234123457",
  ]);
});

it("gives every product a Japanese barcode of its own", () => {
  const codes = Array.from({ length: 20_000 }, (_, at) => barcodeOf(at + 1));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => /^49\d{11}$/.test(code) && ean13(code.slice(0, 12)) === code)).toBe(true);
});

it("ends a tracking number with the check digit of S10, the two odd rests included", () => {
  expect([s10("RR", "47312482", "GB"), s10("EN", "10002003"), s10("LP", "00000001"), s10("EM", "99999999")]).toEqual([
    "RR473124829GB",
    "EN100020039JP",
    "LP000000014JP",
    "EM999999995JP",
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (serial) => isS10(s10("EM", String(serial).padStart(8, "0")))),
  );
});

it("makes an address of any words", () => {
  expect(slugOf("BB cream, 30 ml")).toBe("bb-cream-30-ml");
});
