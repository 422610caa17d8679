import { expect, it } from "vitest";
import { warmPictures } from "./media-warming.ts";

const originals = [
  { key: "pack", width: 1200 },
  { key: "icon", width: 200 },
];

/** Keeps what was prepared; `answer` says how many files each call made. */
function theSizes(answer: (call: number) => number | null = () => 2) {
  const prepared: string[] = [];
  const sizes = {
    prepare: ({ key, width }: { key: string; width: number }) =>
      Promise.resolve(answer(prepared.push(`${key}-${width}`))),
  };
  return { prepared, sizes };
}

it("makes the first width of all before the second of any, and none wider than the original", async () => {
  const { prepared, sizes } = theSizes();
  const made = await warmPictures(sizes, originals, { widths: [160, 800], signal: new AbortController().signal });
  expect(prepared).toEqual(["pack-160", "icon-160", "pack-800"]);
  expect(made).toBe(6);
});

it("stops when it is told to", async () => {
  const stop = new AbortController();
  const { prepared, sizes } = theSizes((call) => {
    if (call === 2) stop.abort();
    return 1;
  });
  expect(await warmPictures(sizes, originals, { widths: [160, 320], signal: stop.signal })).toBe(2);
  expect(prepared).toEqual(["pack-160", "icon-160"]);
});

it("waits for a quiet moment after each picture that it made, and passes by those that are there", async () => {
  const { prepared, sizes } = theSizes((call) => (call === 1 ? 0 : 2));
  const waited: number[] = [];
  const quiet = async () => void waited.push(prepared.length);
  await warmPictures(sizes, originals, { widths: [160, 800], quiet, signal: new AbortController().signal });
  expect(waited).toEqual([2, 3]);
});

it("gives up when the disk takes no more", async () => {
  const { prepared, sizes } = theSizes(() => null);
  expect(await warmPictures(sizes, originals, { widths: [160], signal: new AbortController().signal })).toBe(0);
  expect(prepared).toEqual(["pack-160"]);
});
