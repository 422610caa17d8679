import { expect, it } from "vitest";
import { readInBatches } from "./batches.ts";

const rows = Array.from({ length: 7 }, (_, index) => ({ id: index * 3 + 1 }));
const requestedIds: number[] = [];
const readRows = async (after: number) => {
  requestedIds.push(after);
  return rows.filter(({ id }) => id > after).slice(0, 3);
};

it("reads every row once, one batch ahead of the consumer", async () => {
  requestedIds.length = 0;
  const batches = readInBatches(readRows, 3);
  const { value: first } = (await batches.next()) as { value: { id: number }[] };
  expect(first.map(({ id }) => id)).toEqual([1, 4, 7]);
  expect(requestedIds).toEqual([0, 7]);
  const remaining: { id: number }[] = [];
  for await (const batch of batches) remaining.push(...batch);
  expect([...first, ...remaining]).toEqual(rows);
  expect(requestedIds).toEqual([0, 7, 16]);
});

it("ends after a full last batch, and starts after a given id", async () => {
  const idsByBatch: number[][] = [];
  for await (const batch of readInBatches(async (after) => rows.filter(({ id }) => id > after).slice(0, 2), 2, 12))
    idsByBatch.push(batch.map(({ id }) => id));
  expect(idsByBatch).toEqual([[13, 16], [19]]);
  for await (const batch of readInBatches(async () => [], 2)) throw new Error(`unexpected batch of ${batch.length}`);
});

it("throws for a batch that could not be read when it is consumed", async () => {
  const failing = readInBatches(async (after) => {
    if (after > 0) throw new Error("lost");
    return rows.slice(0, 3);
  }, 3);
  await failing.next();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(failing.next()).rejects.toThrow("lost");
});
