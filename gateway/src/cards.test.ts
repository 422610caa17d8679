import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { behaviourNamed, behaviourOfCard, brandOf, hasValidCheckDigit } from "./cards.ts";

describe("card numbers", () => {
  it.each(["4242424242424242", "4000000000000002", "2200000000000004", "370000000000002", "5555555555554444"])(
    "accepts the check digit of %s",
    (number) => expect(hasValidCheckDigit(number)).toBe(true),
  );

  it("finds every single mistyped digit", () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digits = [..."4242424242424242"];
        digits[place] = String((Number(digits[place]) + shift) % 10);
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
  ])("names the payment system of %s: %s", (number, brand) => expect(brandOf(number)).toBe(brand));
});

describe("behaviours", () => {
  it("is decided by the number; every number that is no test card is declined as unknown", () => {
    expect(behaviourNamed(behaviourOfCard("4242424242424242")).end.status).toBe("succeeded");
    expect(behaviourNamed(behaviourOfCard("4000000000000002")).end).toMatchObject({ reason: "general_decline" });
    expect(behaviourNamed(behaviourOfCard("4111111111111111")).end).toMatchObject({ reason: "unknown_test_card" });
    expect(behaviourNamed("a behaviour of a later version").end).toMatchObject({ reason: "unknown_test_card" });
  });
});
