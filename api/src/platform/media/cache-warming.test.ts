import { expect, it } from "vitest";
import { warmImageCache } from "./cache-warming.ts";

const originals = [
  { key: "pack", width: 1200 },
  { key: "icon", width: 200 },
];

/** Records what was prerendered; `getFileCount` returns the number of files of each call. */
function createFakeSizes(getFileCount: (call: number) => number | null = () => 2) {
  const prerendered: string[] = [];
  const sizes = {
    prerender: ({ key, width }: { key: string; width: number }) =>
      Promise.resolve(getFileCount(prerendered.push(`${key}-${width}`))),
  };
  return { prerendered, sizes };
}

it("renders the first width of all images before the second, and none larger than the original", async () => {
  const { prerendered, sizes } = createFakeSizes();
  const fileCount = await warmImageCache(sizes, originals, {
    widths: [160, 800],
    signal: new AbortController().signal,
  });
  expect(prerendered).toEqual(["pack-160", "icon-160", "pack-800"]);
  expect(fileCount).toBe(6);
});

it("stops when aborted", async () => {
  const stop = new AbortController();
  const { prerendered, sizes } = createFakeSizes((call) => {
    if (call === 2) stop.abort();
    return 1;
  });
  expect(await warmImageCache(sizes, originals, { widths: [160, 320], signal: stop.signal })).toBe(2);
  expect(prerendered).toEqual(["pack-160", "icon-160"]);
});

it("waits until idle after each rendered image, and skips existing ones", async () => {
  const { prerendered, sizes } = createFakeSizes((call) => (call === 1 ? 0 : 2));
  const countsAtWait: number[] = [];
  const waitUntilIdle = async () => void countsAtWait.push(prerendered.length);
  await warmImageCache(sizes, originals, { widths: [160, 800], waitUntilIdle, signal: new AbortController().signal });
  expect(countsAtWait).toEqual([2, 3]);
});

it("stops when files cannot be stored", async () => {
  const { prerendered, sizes } = createFakeSizes(() => null);
  expect(await warmImageCache(sizes, originals, { widths: [160], signal: new AbortController().signal })).toBe(0);
  expect(prerendered).toEqual(["pack-160"]);
});
