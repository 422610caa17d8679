import fc from "fast-check";
import { expect, it } from "vitest";
import { sumExpired, type LedgerEntry, calculateBatches } from "./point-batches.ts";

const DAY_MS = 86_400_000;
const start = new Date("2026-01-01T00:00:00Z");
const toDate = (days: number) => new Date(start.getTime() + days * DAY_MS);

let lastId = 0;
const createCredit = (points: number, day: number, expiryDay: number | null): LedgerEntry => ({
  id: ++lastId,
  delta: points,
  created_at: toDate(day),
  expires_at: expiryDay === null ? null : toDate(expiryDay),
});
const createDebit = (points: number, day: number): LedgerEntry => ({
  id: ++lastId,
  delta: -points,
  created_at: toDate(day),
  expires_at: null,
});

it("uses the points that expire first, and only those available at that time", () => {
  const debit = createDebit(100, 1);
  const ledger = [createCredit(100, 0, 300), debit, createCredit(300, 10, 40)];
  const { remaining, usedByEntry } = calculateBatches(ledger);
  expect(remaining).toEqual([{ amount: 300, expiresAt: toDate(40) }]);
  expect(usedByEntry.get(debit.id)).toEqual([{ amount: 100, expiresAt: toDate(300) }]);
});

it("takes a debit from several batches, points without expiry last", () => {
  const debit = createDebit(250, 5);
  const { remaining, usedByEntry } = calculateBatches([
    createCredit(100, 0, null),
    createCredit(100, 1, 90),
    createCredit(100, 2, 60),
    debit,
  ]);
  expect(usedByEntry.get(debit.id)).toEqual([
    { amount: 100, expiresAt: toDate(60) },
    { amount: 100, expiresAt: toDate(90) },
    { amount: 50, expiresAt: null },
  ]);
  expect(remaining).toEqual([{ amount: 50, expiresAt: null }]);
});

it("expires points at the exact time", () => {
  const { remaining } = calculateBatches([createCredit(70, 0, 10), createCredit(30, 0, 11)]);
  expect([toDate(10), new Date(toDate(10).getTime() - 1), toDate(11)].map((now) => sumExpired(remaining, now))).toEqual(
    [70, 0, 100],
  );
});

it("throws if the ledger becomes negative", () => {
  expect(() => calculateBatches([createCredit(1, 0, null), createDebit(2, 1)])).toThrow("below zero");
});

it("leaves credits minus debits, sorted by expiry, and takes each debit in full from batches", () => {
  const step = fc.record({
    requested: fc.integer({ min: -400, max: 400 }),
    validity: fc.option(fc.integer({ min: 1, max: 400 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let balance = 0;
      const ledger: LedgerEntry[] = [];
      for (const [index, { requested, validity }] of steps.entries()) {
        const delta = requested < 0 ? -Math.min(-requested, balance) : requested;
        if (delta === 0) continue;
        balance += delta;
        ledger.push(
          delta > 0
            ? createCredit(delta, index, validity === null ? null : index + validity)
            : createDebit(-delta, index),
        );
      }
      const { remaining, usedByEntry } = calculateBatches(ledger);
      expect(remaining.reduce((sum, batch) => sum + batch.amount, 0)).toBe(balance);
      expect(remaining.every((batch) => batch.amount > 0)).toBe(true);
      const expiryTimes = remaining.map((batch) => batch.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      expect(expiryTimes).toEqual(expiryTimes.toSorted((a, b) => a - b));
      for (const entry of ledger.filter((one) => one.delta < 0))
        expect(usedByEntry.get(entry.id)?.reduce((sum, batch) => sum + batch.amount, 0)).toBe(-entry.delta);
    }),
  );
});
