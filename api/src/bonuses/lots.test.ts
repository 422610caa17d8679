import fc from "fast-check";
import { expect, it } from "vitest";
import { endedOf, type Entry, lotsOf } from "./lots.ts";

const DAY_MS = 86_400_000;
const start = new Date("2026-01-01T00:00:00Z");
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);

let serial = 0;
const came = (delta: number, at: number, until: number | null): Entry => ({
  id: ++serial,
  delta,
  at: day(at),
  expires_at: until === null ? null : day(until),
});
const went = (delta: number, at: number): Entry => ({ id: ++serial, delta: -delta, at: day(at), expires_at: null });

it("spends what ends first, and only of what was there then", () => {
  const spent = went(100, 1);
  const ledger = [came(100, 0, 300), spent, came(300, 10, 40)];
  const { left, taken } = lotsOf(ledger);
  expect(left).toEqual([{ amount: 300, expiresAt: day(40) }]);
  expect(taken.get(spent.id)).toEqual([{ amount: 100, expiresAt: day(300) }]);
});

it("takes a spending from several lots, those without an end last", () => {
  const spent = went(250, 5);
  const { left, taken } = lotsOf([came(100, 0, null), came(100, 1, 90), came(100, 2, 60), spent]);
  expect(taken.get(spent.id)).toEqual([
    { amount: 100, expiresAt: day(60) },
    { amount: 100, expiresAt: day(90) },
    { amount: 50, expiresAt: null },
  ]);
  expect(left).toEqual([{ amount: 50, expiresAt: null }]);
});

it("ends to the moment", () => {
  const { left } = lotsOf([came(70, 0, 10), came(30, 0, 11)]);
  expect([day(10), new Date(day(10).getTime() - 1), day(11)].map((now) => endedOf(left, now))).toEqual([70, 0, 100]);
});

it("says of a ledger below zero that it is broken", () => {
  expect(() => lotsOf([came(1, 0, null), went(2, 1)])).toThrow("below zero");
});

it("leaves what came less what went, each bonus once", () => {
  const step = fc.record({
    wish: fc.integer({ min: -400, max: 400 }),
    life: fc.option(fc.integer({ min: 1, max: 400 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let balance = 0;
      const ledger: Entry[] = [];
      for (const [at, { wish, life }] of steps.entries()) {
        const delta = wish < 0 ? -Math.min(-wish, balance) : wish;
        if (delta === 0) continue;
        balance += delta;
        ledger.push(delta > 0 ? came(delta, at, life === null ? null : at + life) : went(-delta, at));
      }
      const { left, taken } = lotsOf(ledger);
      expect(left.reduce((sum, lot) => sum + lot.amount, 0)).toBe(balance);
      expect(left.every((lot) => lot.amount > 0)).toBe(true);
      const ends = left.map((lot) => lot.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      for (const entry of ledger.filter((one) => one.delta < 0))
        expect(taken.get(entry.id)?.reduce((sum, lot) => sum + lot.amount, 0)).toBe(-entry.delta);
    }),
  );
});
