import { expect, it } from "vitest";
import { openQueue } from "./media-queue.ts";

/** Work that begins and ends in hand. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

it("runs so many at a time, in the order of arrival", async () => {
  const { begun, work, end } = works();
  const queue = openQueue(2);
  const results = ["a", "b", "c", "d"].map((name) => queue.run("asked", work(name)));
  expect(begun).toEqual(["a", "b"]);
  expect(queue.waiting()).toBe(2);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  await end("c");
  await end("d");
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

it("lets who asks go before work ahead of time", async () => {
  const { begun, work, end } = works();
  const queue = openQueue(2);
  for (const name of ["a", "b"]) void queue.run("asked", work(name));
  void queue.run("ahead", work("later"));
  void queue.run("asked", work("c"));
  await end("a");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c", "later"]);
});

it("keeps a place free of work ahead of time", async () => {
  const { begun, work, end } = works();
  const queue = openQueue(2);
  void queue.run("ahead", work("later"));
  void queue.run("ahead", work("much later"));
  expect(begun).toEqual(["later"]);
  void queue.run("asked", work("now"));
  expect(begun).toEqual(["later", "now"]);
  await end("later");
  expect(begun).toEqual(["later", "now", "much later"]);
});

it("goes on after a failure", async () => {
  const queue = openQueue(1);
  await expect(queue.run("asked", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run("asked", () => Promise.resolve("yes"))).toBe("yes");
});
