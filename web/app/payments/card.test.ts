import { describe, expect, it } from "vitest";
import {
  getCardBrand,
  getCaretPosition,
  validateCardField,
  formatExpiry,
  formatCardNumber,
  hasValidCheckDigit,
} from "./card.ts";

const now = new Date("2026-11-20T12:00:00Z");

describe("a card number", () => {
  it.each([
    ["", ""],
    ["4242", "4242"],
    ["42424", "4242 4"],
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242_4242", "4242 4242 4242 4242"],
    ["6200000000000000003", "6200 0000 0000 0000 003"],
    ["62000000000000000039", "6200 0000 0000 0000 003"],
    ["378282246310005", "3782 822463 10005"],
    ["3782822", "3782 822"],
    ["abc", ""],
  ])("is formatted: %j as %j", (typed, formatted) => expect(formatCardNumber(typed)).toBe(formatted));

  it.each([
    ["2200 7012", "mir"],
    ["2204", "mir"],
    ["2205", null],
    ["4", "visa"],
    ["5555", "mastercard"],
    ["2221", "mastercard"],
    ["2720", "mastercard"],
    ["2721", null],
    ["3530", "jcb"],
    ["37", "amex"],
    ["62", "unionpay"],
    ["9", null],
    ["", null],
  ])("identifies the brand by its prefix: %s is %s", (number, brand) => expect(getCardBrand(number)).toBe(brand));

  it("is checked by its check digit", () => {
    expect(hasValidCheckDigit("4242424242424242")).toBe(true);
    expect(hasValidCheckDigit("4242424242424241")).toBe(false);
    expect(hasValidCheckDigit("2424242424242424")).toBe(false);
  });

  it.each([
    ["", "required"],
    ["   ", "required"],
    ["2200 7012 34", "cardNumberLength"],
    ["424242424242", "cardNumberLength"],
    ["4222222222222", null],
    ["4242 4242 4242 4242", null],
    ["6304 0000 0000 0000 000", null],
    ["4242 4242 4242 4243", "invalidCardNumber"],
    ["63040000000000000000", "invalidCardNumber"],
  ])("returns an error code: %j -> %s", (typed, code) => expect(validateCardField("number", typed, now)).toBe(code));
});

describe("an expiry", () => {
  it.each([
    ["", ""],
    ["1", "1"],
    ["12", "12"],
    ["5", "05"],
    ["123", "12 / 3"],
    ["1230", "12 / 30"],
    ["12/30", "12 / 30"],
    ["12 / 2030", "12 / 30"],
    ["12/20", "12 / 20"],
    ["122030", "12 / 30"],
  ])("is formatted as month and year: %j", (typed, formatted) => expect(formatExpiry(typed)).toBe(formatted));

  it.each([
    ["", "required"],
    ["13 / 30", "invalidExpiry"],
    ["00 / 30", "invalidExpiry"],
    ["12 / 3", "invalidExpiry"],
    ["10 / 26", "cardExpired"],
    ["11 / 26", null],
    ["01 / 27", null],
  ])("returns an error code: %j -> %s", (typed, code) => expect(validateCardField("expiry", typed, now)).toBe(code));

  it("is valid until the end of its month", () => {
    expect(validateCardField("expiry", "11 / 26", new Date("2026-11-30T23:59:59Z"))).toBeNull();
    expect(validateCardField("expiry", "11 / 26", new Date("2026-12-01T00:00:00Z"))).toBe("cardExpired");
  });
});

describe("holder and CVC", () => {
  it.each([
    ["", "required"],
    ["A", "shortHolder"],
    ["AB", null],
    ["ANNA-MARIA O'NEIL", null],
    ["АННА СОКОЛОВА", null],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", null],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZA", "longHolder"],
    ["ANNA 1", "invalidHolder"],
    ["4242 4242", "invalidHolder"],
  ])("holder %j -> %s", (typed, code) => expect(validateCardField("holder", typed, now)).toBe(code));

  it.each([
    ["", "required"],
    ["12", "invalidCvc"],
    ["123", null],
    ["1234", null],
    ["12345", "invalidCvc"],
    ["12a", "invalidCvc"],
  ])("CVC %j -> %s", (typed, code) => expect(validateCardField("cvc", typed, now)).toBe(code));
});

it("keeps the caret after the same digit", () => {
  expect(getCaretPosition("4242 4242", 0)).toBe(0);
  expect(getCaretPosition("4242 4242", 4)).toBe(4);
  expect(getCaretPosition("4242 4242", 5)).toBe(6);
  expect(getCaretPosition("4242 4242", 8)).toBe(9);
  expect(getCaretPosition("12 / 30", 3)).toBe(6);
});
