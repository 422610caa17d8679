import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getBehavior, getCardBehavior, getBrand, hasValidCheckDigit } from "./cards.ts";

describe("card numbers", () => {
  it.each(["4242424242424242", "4000000000000002", "2200000000000004", "370000000000002", "5555555555554444"])(
    "accepts the check digit of %s",
    (number) => expect(hasValidCheckDigit(number)).toBe(true),
  );

  it("detects every single mistyped digit", () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (position, shift) => {
        const digits = [..."4242424242424242"];
        digits[position] = String((Number(digits[position]) + shift) % 10);
        expect(hasValidCheckDigit(digits.join(""))).toBe(false);
      }),
    );
  });

  it.each([
    ["4242424242424242", "visa"],
    ["2200000000000004", "mir"],
    ["5555555555554444", "mastercard"],
    ["2221000000000009", "mastercard"],
    ["2720990000000007", "mastercard"],
    ["3530111333300000", "jcb"],
    ["370000000000002", "amex"],
    ["6200000000000005", "unionpay"],
    ["9999999999999995", "unknown"],
    ["2721000000000004", "unknown"],
  ])("returns the card brand of %s: %s", (number, brand) => expect(getBrand(number)).toBe(brand));
});

describe("card behaviors", () => {
  it("are determined by the card number; every unknown number is declined", () => {
    expect(getBehavior(getCardBehavior("4242424242424242")).end.status).toBe("succeeded");
    expect(getBehavior(getCardBehavior("4000000000000002")).end).toMatchObject({ reason: "general_decline" });
    expect(getBehavior(getCardBehavior("4111111111111111")).end).toMatchObject({ reason: "unknown_test_card" });
    expect(getBehavior("a behaviour of a later version").end).toMatchObject({ reason: "unknown_test_card" });
  });
});
