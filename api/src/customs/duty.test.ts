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
  dutyLimitMinor: null,
  perHeadingMinor: 0,
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

describe("tax and duty with limits of their own", () => {
  // Tax of 18 % from 75, duty of 12 % only from 500.
  const israel: DutyRule = {
    ...eaeu,
    limitMinor: 75_00,
    limitWeightG: null,
    minPerKgMinor: 0,
    dutyPercent: 12,
    dutyBase: "whole",
    vatPercent: 18,
    vatBase: "whole",
    dutyLimitMinor: 500_00,
  };
  it.each([
    [75, 0],
    [100, 18],
    [500, 90],
    [600, 72 + 120.96],
  ])("ask %d for %d", (value, tax) => {
    expect(dutyOf(israel, value * 100, 1000).taxMinor).toBe(Math.round(tax * 100));
  });

  it("take a flat duty for each kind of goods below the duty's limit only", () => {
    const rule = {
      ...israel,
      limitMinor: 0,
      dutyLimitMinor: 150_00,
      dutyPercent: 0,
      vatPercent: 0,
      perHeadingMinor: 3_00,
    };
    expect(dutyOf(rule, 149_99, 500, 4).taxMinor).toBe(12_00);
    expect(dutyOf(rule, 150_00, 500, 4).taxMinor).toBe(0);
    expect(dutyOf(rule, 0, 0, 4).taxMinor).toBe(0);
  });

  it("count the whole weight where the duty is of the whole", () => {
    const reform = {
      ...eaeu,
      dutyPercent: 5,
      dutyBase: "whole",
      minPerKgMinor: 100,
      vatPercent: 22,
      vatBase: "whole",
    } as const;
    expect(dutyOf(reform, 200_00, 20_000).taxMinor).toBe(0);
    expect(dutyOf(reform, 300_00, 5000).taxMinor).toBe(Math.round((15 + 315 * 0.22) * 100));
    expect(dutyOf(reform, 300_00, 20_000).taxMinor).toBe(Math.round((20 + 320 * 0.22) * 100));
  });
});
