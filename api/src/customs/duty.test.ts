import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DutyRule, calculateDuty } from "./duty.ts";

const eaeuRule: DutyRule = {
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
const ukraineRule: DutyRule = {
  ...eaeuRule,
  limitMinor: 150_00,
  limitWeightG: null,
  dutyPercent: 10,
  minPerKgMinor: 0,
  vatPercent: 20,
};

describe("duty of the Eurasian Economic Union since 1 April 2024", () => {
  it.each([
    [200, 2, 0],
    [250, 2, 7.5],
    [300, 5, 15],
    [450, 10, 37.5],
    [150, 35, 8],
    [300, 35, 15],
  ])("%d EUR and %d kg are taxed with %d EUR", (value, kg, tax) => {
    expect(calculateDuty(eaeuRule, value * 100, kg * 1000).taxMinor).toBe(tax * 100);
  });

  it("is zero exactly at the limit and not one cent above", () => {
    expect(calculateDuty(eaeuRule, 200_00, 31_000).isOverLimit).toBe(false);
    expect(calculateDuty(eaeuRule, 200_01, 31_000).isOverLimit).toBe(true);
    expect(calculateDuty(eaeuRule, 200_00, 31_001).isOverLimit).toBe(true);
  });
});

it("adds VAT to the excess and its duty: 200 EUR to Ukraine are taxed with 16", () => {
  expect(calculateDuty(ukraineRule, 200_00, 1000).taxMinor).toBe(16_00);
});

it("never decreases when the value or the weight increases", () => {
  fc.assert(
    fc.property(
      fc.nat(200_000),
      fc.nat(60_000),
      fc.nat(50_000),
      fc.nat(20_000),
      (value, weight, moreValue, moreWeight) => {
        const before = calculateDuty(eaeuRule, value, weight).taxMinor;
        expect(calculateDuty(eaeuRule, value + moreValue, weight + moreWeight).taxMinor).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});

describe("tax and duty with separate limits", () => {
  // 18 % tax from 75, 12 % duty only from 500.
  const israelRule: DutyRule = {
    ...eaeuRule,
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
  ])("tax %d with %d", (value, tax) => {
    expect(calculateDuty(israelRule, value * 100, 1000).taxMinor).toBe(Math.round(tax * 100));
  });

  it("apply a flat duty per kind of goods only below the duty limit", () => {
    const rule = {
      ...israelRule,
      limitMinor: 0,
      dutyLimitMinor: 150_00,
      dutyPercent: 0,
      vatPercent: 0,
      perHeadingMinor: 3_00,
    };
    expect(calculateDuty(rule, 149_99, 500, 4).taxMinor).toBe(12_00);
    expect(calculateDuty(rule, 150_00, 500, 4).taxMinor).toBe(0);
    expect(calculateDuty(rule, 0, 0, 4).taxMinor).toBe(0);
  });

  it("use the whole weight if the duty base is the whole value", () => {
    const reformRule = {
      ...eaeuRule,
      dutyPercent: 5,
      dutyBase: "whole",
      minPerKgMinor: 100,
      vatPercent: 22,
      vatBase: "whole",
    } as const;
    expect(calculateDuty(reformRule, 200_00, 20_000).taxMinor).toBe(0);
    expect(calculateDuty(reformRule, 300_00, 5000).taxMinor).toBe(Math.round((15 + 315 * 0.22) * 100));
    expect(calculateDuty(reformRule, 300_00, 20_000).taxMinor).toBe(Math.round((20 + 320 * 0.22) * 100));
  });
});
