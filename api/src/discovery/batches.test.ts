import { expect, it } from "vitest";
import { batchesOf } from "./batches.ts";

const rows = Array.from({ length: 7 }, (_, at) => ({ id: at * 3 + 1 }));
const asked: number[] = [];
const read = async (after: number) => {
  asked.push(after);
  return rows.filter(({ id }) => id > after).slice(0, 3);
};

it("goes through every row once, one batch ahead of what is worked on", async () => {
  asked.length = 0;
  const batches = batchesOf(read, 3);
  const { value: first } = (await batches.next()) as { value: { id: number }[] };
  expect(first.map(({ id }) => id)).toEqual([1, 4, 7]);
  expect(asked).toEqual([0, 7]);
  const others: { id: number }[] = [];
  for await (const batch of batches) others.push(...batch);
  expect([...first, ...others]).toEqual(rows);
  expect(asked).toEqual([0, 7, 16]);
});

it("ends where a batch was full and nothing follows, and begins where it is told to", async () => {
  const found: number[][] = [];
  for await (const batch of batchesOf(async (after) => rows.filter(({ id }) => id > after).slice(0, 2), 2, 12))
    found.push(batch.map(({ id }) => id));
  expect(found).toEqual([[13, 16], [19]]);
  for await (const batch of batchesOf(async () => [], 2)) throw new Error(`of nothing: ${batch.length}`);
});

it("tells of a batch that could not be read when its turn comes", async () => {
  const broken = batchesOf(async (after) => {
    if (after > 0) throw new Error("lost");
    return rows.slice(0, 3);
  }, 3);
  await broken.next();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(broken.next()).rejects.toThrow("lost");
});
