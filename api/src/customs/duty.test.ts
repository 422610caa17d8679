import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DutyRule, dutyOf } from "./duty.ts";

const eaeu: DutyRule = {
  limitMinor: 200_00,
  limitWeightG: 31_000,
  dutyPercent: 15,
  dutyBase: "excess",
  minPerKgMinor: 200,
  vatPercent: 0,
  vatBase: "excess",
  feeMinor: 0,
};
const ukraine: DutyRule = {
  ...eaeu,
  limitMinor: 150_00,
  limitWeightG: null,
  dutyPercent: 10,
  minPerKgMinor: 0,
  vatPercent: 20,
};

describe("duty of the Eurasian union since 1 April 2024", () => {
  it.each([
    [200, 2, 0],
    [250, 2, 7.5],
    [300, 5, 15],
    [450, 10, 37.5],
    [150, 35, 8],
    [300, 35, 15],
  ])("%d EUR and %d kg cost %d EUR", (value, kg, tax) => {
    expect(dutyOf(eaeu, value * 100, kg * 1000).taxMinor).toBe(tax * 100);
  });

  it("is free exactly at the limit and not one cent above", () => {
    expect(dutyOf(eaeu, 200_00, 31_000).overLimit).toBe(false);
    expect(dutyOf(eaeu, 200_01, 31_000).overLimit).toBe(true);
    expect(dutyOf(eaeu, 200_00, 31_001).overLimit).toBe(true);
  });
});

it("adds value added tax to the excess and its duty: 200 EUR to Ukraine cost 16", () => {
  expect(dutyOf(ukraine, 200_00, 1000).taxMinor).toBe(16_00);
});

it("never falls when the value or the weight grows", () => {
  fc.assert(
    fc.property(
      fc.nat(200_000),
      fc.nat(60_000),
      fc.nat(50_000),
      fc.nat(20_000),
      (value, weight, moreValue, moreWeight) => {
        const before = dutyOf(eaeu, value, weight).taxMinor;
        expect(dutyOf(eaeu, value + moreValue, weight + moreWeight).taxMinor).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});
