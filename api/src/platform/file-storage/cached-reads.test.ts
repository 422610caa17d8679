import { expect, it } from "vitest";
import { createTemporaryStorage } from "../../../test/media-fixtures.ts";
import { cacheReads } from "./cached-reads.ts";
import { StorageUnavailableError } from "./file-storage.ts";

const FOLDER = "media/sizes";

function createTestCache(maxBytes = 16_000) {
  const files = createTemporaryStorage();
  const reads: string[] = [];
  const state = { now: 0, isUnavailable: false };
  const counted = {
    ...files,
    read: async (path: string) => {
      reads.push(path);
      if (state.isUnavailable) throw new StorageUnavailableError("down");
      return files.read(path);
    },
  };
  const cache = cacheReads(counted, { folder: FOLDER, maxBytes, now: () => state.now });
  const write = (path: string, length = 10) => files.write(path, Buffer.alloc(length, "x"), { durable: false });
  return { cache, files, reads, state, write };
}

it("reads a file once, also for parallel requests, and others of the storage each time", async () => {
  const { cache, reads, write } = createTestCache();
  await write(`${FOLDER}/a`);
  await write("media/originals/a");
  await Promise.all([cache.read(`${FOLDER}/a`), cache.read(`${FOLDER}/a`)]);
  expect((await cache.read(`${FOLDER}/a`))?.length).toBe(10);
  for (const _ of [1, 2]) await cache.read("media/originals/a");
  expect(reads).toEqual([`${FOLDER}/a`, "media/originals/a", "media/originals/a"]);
});

it("reads a missing file again each time", async () => {
  const { cache, write } = createTestCache();
  expect(await cache.read(`${FOLDER}/a`)).toBeNull();
  await write(`${FOLDER}/a`);
  expect(await cache.read(`${FOLDER}/a`)).not.toBeNull();
});

it("forgets what was not used for longest when its memory is full, and keeps no large file", async () => {
  const { cache, reads, write } = createTestCache();
  const paths = Array.from({ length: 17 }, (_, index) => `${FOLDER}/${index}`);
  for (const path of paths) await write(path, 1000);
  await write(`${FOLDER}/large`, 1001);
  for (const path of paths.slice(0, 16)) await cache.read(path);
  await cache.read(paths[0] ?? "");
  await cache.read(paths[16] ?? "");
  reads.length = 0;
  for (const path of [paths[0], paths[16], paths[1]]) await cache.read(path ?? "");
  expect(reads).toEqual([paths[1]]);
  reads.length = 0;
  for (const _ of [1, 2]) await cache.read(`${FOLDER}/large`);
  expect(reads).toHaveLength(2);
});

it("reads a file again after ten minutes, and keeps it while the storage is unavailable", async () => {
  const { cache, files, state, write } = createTestCache();
  await write(`${FOLDER}/a`);
  await cache.read(`${FOLDER}/a`);
  await files.delete(`${FOLDER}/a`);
  state.now = 10 * 60_000 - 1;
  expect(await cache.read(`${FOLDER}/a`)).not.toBeNull();
  state.now += 1;
  state.isUnavailable = true;
  expect(await cache.read(`${FOLDER}/a`)).not.toBeNull();
  await expect(cache.read(`${FOLDER}/b`)).rejects.toThrow("down");
  state.isUnavailable = false;
  expect(await cache.read(`${FOLDER}/a`)).toBeNull();
});

it("has no memory if it may use none", async () => {
  const { cache, reads, write } = createTestCache(0);
  await write(`${FOLDER}/a`);
  for (const _ of [1, 2]) await cache.read(`${FOLDER}/a`);
  expect(reads).toHaveLength(2);
});
