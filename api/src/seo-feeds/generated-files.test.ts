import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { afterAll, expect, it } from "vitest";
import { createManualClock } from "../platform/clock.ts";
import { readInBatches } from "./batches.ts";
import { createFileCache, singleFile } from "./generated-files.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-generated-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function* generateText() {
  for (let index = 0; index < 20_000; index++) yield randomBytes(300).toString("base64");
}

it.runIf(process.platform === "linux")("reports that the disk is full", async () => {
  const options = { folder, maxAgeMs: 1000, clock: createManualClock(new Date("2026-11-20T09:00:00Z")) };
  const log = { info: () => {}, error: () => {} };
  const generation = singleFile("large.xml", generateText);
  // Every write to this device fails as on a full disk.
  symlinkSync("/dev/full", join(folder, "large.xml.1.draft"));
  const getFileOnFullDisk = createFileCache({ ...options, log, createId: () => "1" });
  await expect(getFileOnFullDisk("large.xml", generation)).rejects.toThrow("ENOSPC");
  const file = await createFileCache({ ...options, log })("large.xml", generation);
  expect((await new Response(file.openStream("text")).text()).length).toBe(20_000 * 400);
});

it.runIf(process.platform === "linux")(
  "opens a file only while it is read, and not for a response to HEAD",
  async () => {
    const clock = createManualClock(new Date("2026-11-20T09:00:00Z"));
    const getFile = createFileCache({ folder, maxAgeMs: 1000, clock, log: { info: () => {}, error: () => {} } });
    const file = await getFile("open.xml", singleFile("open.xml", generateText));
    const countOpen = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith("open.xml.gz");
        } catch {
          return false;
        }
      }).length;
    const app = new Hono().get("/gzip", (c) => c.body(file.openStream("gzip")));
    app.get("/text", (c) => c.body(file.openStream("text")));
    for (const path of ["/gzip", "/text"]) expect((await app.request(path, { method: "HEAD" })).status).toBe(200);
    await setTimeout(100);
    expect(countOpen()).toBe(0);
    for (const path of ["/gzip", "/text"]) {
      const reader = (await app.request(path)).body?.getReader();
      await reader?.read();
      expect(countOpen()).toBe(1);
      await reader?.cancel();
      await expect.poll(countOpen).toBe(0);
    }
  },
);

it("keeps files whole that processes with the same id generate at once", async () => {
  const clock = createManualClock(new Date("2026-11-20T09:00:00Z"));
  const log = { info: () => undefined, error: () => undefined };
  // Each has a cache of its own, as processes in containers that share the folder.
  const texts = ["a", "b"].map(async (letter) => {
    const getFile = createFileCache({ folder, maxAgeMs: 1000, clock, log });
    await getFile(
      "shared.xml",
      singleFile("shared.xml", async function* () {
        for (let index = 0; index < 500; index++) {
          if (index % 50 === 0) await setTimeout(2);
          yield letter.repeat(20_000);
        }
      }),
    );
    return new Response(
      (await getFile("shared.xml", singleFile("shared.xml", generateText))).openStream("text"),
    ).text();
  });
  for (const text of await Promise.all(texts)) expect([text.length, new Set(text).size]).toEqual([10_000_000, 1]);
});

it("deletes what processes left that were killed, and nothing that is being written", async () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const createFile = (name: string, ageMinutes: number) => {
    const path = join(folder, name);
    const time = new Date(now.getTime() - ageMinutes * 60_000);
    writeFileSync(path, "");
    utimesSync(path, time, time);
    return path;
  };
  const abandoned = ["feed.xml.1.draft", "feed.xml.gz.2.download"].map((name) => createFile(name, 61));
  const kept = [createFile("feed.xml.3.draft", 59), createFile("other.xml.gz", 600)];
  const log = { info: () => undefined, error: () => undefined };
  const getFile = createFileCache({ folder, maxAgeMs: 1000, clock: createManualClock(now), log });
  await getFile("feed.xml", singleFile("feed.xml", generateText));
  expect(abandoned.filter(existsSync)).toEqual([]);
  expect(kept.filter(existsSync)).toEqual(kept);
});

it("holds no rows but those of two batches, however many there are", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const batchSize = 100;
  const rowsEver: WeakRef<object>[] = [];
  const counts: number[] = [];
  const readRows = async (afterId: number) => {
    if (afterId % 500 === 0) {
      // Weak references are kept until the end of the current turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      counts.push(rowsEver.filter((row) => row.deref() !== undefined).length);
    }
    const length = afterId < 2000 ? batchSize : 0;
    const rows = Array.from({ length }, (_, index) => ({ id: afterId + index + 1, text: randomBytes(3000) }));
    for (const row of rows) rowsEver.push(new WeakRef(row));
    return rows;
  };
  async function* generateRows() {
    for await (const rows of readInBatches(readRows, batchSize))
      for (const { text } of rows) yield text.toString("base64");
  }
  const clock = createManualClock(new Date("2026-11-20T09:00:00Z"));
  const getFile = createFileCache({ folder, maxAgeMs: 1000, clock, log: { info: () => {}, error: () => {} } });
  const file = await getFile("rows.xml", singleFile("rows.xml", generateRows));
  expect((await new Response(file.openStream("text")).text()).length).toBe(2000 * 4000);
  expect(counts.length).toBe(5);
  expect(Math.max(...counts)).toBeLessThanOrEqual(batchSize);
});
