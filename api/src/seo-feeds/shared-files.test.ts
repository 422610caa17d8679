import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { s3Credentials, startS3Server } from "../../test/s3-server.ts";
import { openS3Storage } from "../platform/file-storage/s3-storage.ts";
import { createFileCache, singleFile } from "./generated-files.ts";
import { openSharedFiles } from "./shared-files.ts";

const MAX_AGE_MS = 60_000;
const CLOCK_DIFFERENCE_MS = 5000;
const shop = await openTestShop();
const server = await startS3Server();
const restoreEnv = { ...process.env };
Object.assign(process.env, s3Credentials);
const limits = { connectMs: 300, idleMs: 300, callMs: 1000, transferMs: 1000, attempts: 1 };
const files = await openS3Storage(server.config, limits);
const folders: string[] = [];
let generationCount = 0;
/** What a generation waits for. */
let release = Promise.resolve();
afterAll(async () => {
  process.env = restoreEnv;
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
beforeEach(() => {
  generationCount = 0;
  server.objects.clear();
  server.setFault(null);
  // The clock of the storage is some seconds ahead.
  server.setNow(() => new Date(shop.clock.now().getTime() + CLOCK_DIFFERENCE_MS));
  release = Promise.resolve();
});

/** Creates the cache of a machine, which has a folder of its own. */
function createMachine() {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-generated-"));
  folders.push(folder);
  const app = { ...shop.app, files };
  const shared = openSharedFiles(app, "generated/x", { maxWaitMs: 1000 });
  const cache = createFileCache({ ...app, folder, maxAgeMs: MAX_AGE_MS, shared });
  return async (name = "feed.xml", names = [name]) => {
    const file = await cache(name, {
      names,
      async *generateChunks() {
        generationCount += 1;
        await release;
        // As a real one, it needs a connection.
        await sql`select 1`.execute(shop.db);
        for (const index of names.keys()) yield [index, `${names[index]} ${generationCount}`] as const;
      },
    });
    return { etag: file.etag, generatedAt: file.generatedAt, text: await new Response(file.openStream("text")).text() };
  };
}

/** Holds the lock of feed.xml, like a machine that does not finish. @returns a function that releases it */
async function holdLock(): Promise<() => void> {
  const client = await shop.pool.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended('generated/x feed.xml', 0))");
  return () => client.release(true);
}

it("generates a file on one machine, and serves it on all with the same ETag", async () => {
  const [first, second] = [createMachine(), createMachine()];
  const file = await first();
  expect(file).toMatchObject({
    text: "feed.xml 1",
    generatedAt: new Date(shop.clock.now().getTime() + CLOCK_DIFFERENCE_MS),
  });
  expect(await second()).toEqual(file);
  shop.clock.set(new Date(shop.clock.now().getTime() + MAX_AGE_MS + CLOCK_DIFFERENCE_MS));
  const next = await second();
  expect(next.text).toBe("feed.xml 2");
  expect(await first()).toEqual(next);
});

it("generates a file once if several machines need it at the same time", async () => {
  const gate = Promise.withResolvers<void>();
  release = gate.promise;
  const generating = Promise.all([createMachine()(), createMachine()(), createMachine()()]);
  await vi.waitUntil(() => generationCount > 0);
  await setTimeout(400);
  gate.resolve();
  const all = await generating;
  expect(generationCount).toBe(1);
  expect(new Set(all.map(({ etag }) => etag)).size).toBe(1);
});

it("serves its file at once while another machine generates the next one, and does not finish", async () => {
  const machine = createMachine();
  const file = await machine();
  shop.clock.set(new Date(shop.clock.now().getTime() + MAX_AGE_MS + CLOCK_DIFFERENCE_MS));
  const release = await holdLock();
  expect(await machine()).toEqual(file);
  release();
  await expect.poll(async () => (await machine()).text).toBe("feed.xml 2");
});

it("fails in time if it has no file and another machine does not finish, and works when that one is gone", async () => {
  const machine = createMachine();
  const release = await holdLock();
  await expect(machine()).rejects.toThrow("does not finish");
  const generating = machine();
  await setTimeout(100);
  release();
  expect((await generating).text).toBe("feed.xml 1");
});

it("loses the lock if it does not finish, as a machine that died does", async () => {
  const shared = openSharedFiles({ ...shop.app, files }, "generated/x", { maxGenerationMs: 100 });
  const generating = shared.withLock(["feed.xml"], () => setTimeout(3000), true);
  const end = generating.then(
    () => null,
    () => null,
  );
  await setTimeout(50);
  // Another machine generates the file before the first one ends.
  expect(await Promise.race([createMachine()(), end])).toMatchObject({ text: "feed.xml 1" });
  await expect(generating).rejects.toThrow("connection error");
});

it("shares files that are generated together", async () => {
  const names = ["one.xml", "two.xml"];
  await createMachine()("one.xml", names);
  expect((await createMachine()("two.xml", names)).text).toBe("two.xml 1");
  expect([...server.objects.keys()]).toEqual(["shop/generated/x/one.xml.gz", "shop/generated/x/two.xml.gz"]);
});

it("generates files on each machine while they cannot be shared, and shares them afterwards", async () => {
  const machines = [createMachine(), createMachine()];
  server.setFault(500);
  expect(await Promise.all(machines.map(async (machine) => (await machine()).text))).toHaveLength(2);
  expect(generationCount).toBe(2);
  expect(new Set(shop.errors)).toEqual(new Set(["status 500", "Fault, status 500"]));
  server.setFault((request) => (request.startsWith("GET") ? "disconnect_halfway" : null));
  shop.clock.set(new Date(shop.clock.now().getTime() + MAX_AGE_MS + CLOCK_DIFFERENCE_MS));
  for (const machine of machines) await machine();
  expect(generationCount).toBe(4);
  server.setFault(null);
  expect((await createMachine()()).text).toBe("feed.xml 4");
});

it("generates more files at once than the pool has connections", async () => {
  const machine = createMachine();
  const names = Array.from({ length: 30 }, (_, index) => `${index}.xml`);
  await Promise.all(names.map((name) => machine(name)));
  expect(generationCount).toBe(30);
});

it("generates again if generating has failed", async () => {
  const machine = createFileCache({
    ...{ ...shop.app, folder: mkdtempSync(join(tmpdir(), "furoshiki-generated-")), maxAgeMs: MAX_AGE_MS },
    shared: openSharedFiles({ ...shop.app, files }, "generated/x"),
  });
  let fails = true;
  async function* generateText() {
    if (fails) throw new Error("no data");
    yield "text";
  }
  await expect(machine("a.xml", singleFile("a.xml", generateText))).rejects.toThrow("no data");
  fails = false;
  await expect(machine("a.xml", singleFile("a.xml", generateText))).resolves.toBeDefined();
});
