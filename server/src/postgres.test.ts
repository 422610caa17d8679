import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";

const dir = mkdtempSync(join(tmpdir(), "furoshiki-embedded-"));
let running: EmbeddedPostgres | null = null;
afterAll(async () => {
  await running?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function ask(sql: string, { connection }: EmbeddedPostgres): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(join(dir, "data/postmaster.pid"), "utf8").split("\n")[0]);

it("makes a database, over what a broken first start left, and keeps what was written", async () => {
  mkdirSync(join(dir, "data.new"), { recursive: true });
  writeFileSync(join(dir, "data.new/PG_VERSION"), "18");
  running = await startPostgres(dir);
  await ask("create table kept as select 'ё' as letter", running);
  await running.stop();
  running = await startPostgres(dir);
  expect(await ask("select letter from kept", running)).toEqual([{ letter: "ё" }]);
});

it("is joined by a second start, which leaves it running when it stops", async () => {
  const joined = await startPostgres(dir);
  expect(await ask("select letter from kept", joined)).toHaveLength(1);
  await joined.stop();
  expect(await ask("select letter from kept", joined)).toHaveLength(1);
});

it("is taken over by the one that joined, when its owner leaves", async () => {
  const joined = await startPostgres(dir);
  await running?.stop();
  running = joined;
  await vi.waitFor(async () => expect(await ask("select letter from kept", joined)).toHaveLength(1), {
    timeout: 15_000,
    interval: 100,
  });
});

it("comes back by itself when somebody kills it", async () => {
  await running?.stop();
  const told: string[] = [];
  running = await startPostgres(dir, { tell: (message) => void told.push(message) });
  const before = postmaster();
  process.kill(before, "SIGKILL");
  await vi.waitFor(
    async () => {
      expect(postmaster()).not.toBe(before);
      expect(await ask("select letter from kept", running!)).toHaveLength(1);
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(told).toEqual(["the database ended unasked and is started again"]);
});
