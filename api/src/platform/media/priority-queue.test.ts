import { expect, it } from "vitest";
import { createPriorityQueue } from "./priority-queue.ts";

/** Creates work that the test starts and finishes. */
function createControlledWork() {
  const started: string[] = [];
  const resolvers = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => resolvers.set(name, () => resolve(name)));
  };
  const finish = async (name: string) => {
    resolvers.get(name)?.();
    await new Promise(setImmediate);
  };
  return { started, work, finish };
}

it("limits concurrency and runs work in order", async () => {
  const { started, work, finish } = createControlledWork();
  const queue = createPriorityQueue(2);
  const results = ["a", "b", "c", "d"].map((name) => queue.run("requested", work(name)));
  expect(started).toEqual(["a", "b"]);
  expect(queue.countWaiting()).toBe(2);
  await finish("b");
  expect(started).toEqual(["a", "b", "c"]);
  await finish("a");
  await finish("c");
  await finish("d");
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

it("runs requested work before background work", async () => {
  const { started, work, finish } = createControlledWork();
  const queue = createPriorityQueue(2);
  for (const name of ["a", "b"]) void queue.run("requested", work(name));
  void queue.run("background", work("later"));
  void queue.run("requested", work("c"));
  await finish("a");
  expect(started).toEqual(["a", "b", "c"]);
  await finish("b");
  expect(started).toEqual(["a", "b", "c", "later"]);
});

it("leaves one slot free of background work", async () => {
  const { started, work, finish } = createControlledWork();
  const queue = createPriorityQueue(2);
  void queue.run("background", work("later"));
  void queue.run("background", work("much later"));
  expect(started).toEqual(["later"]);
  void queue.run("requested", work("now"));
  expect(started).toEqual(["later", "now"]);
  await finish("later");
  expect(started).toEqual(["later", "now", "much later"]);
});

it("continues after a failure", async () => {
  const queue = createPriorityQueue(1);
  await expect(queue.run("requested", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run("requested", () => Promise.resolve("yes"))).toBe("yes");
});
