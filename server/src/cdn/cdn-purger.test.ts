import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { commands } from "../../../api/src/platform/cache/commands.ts";
import { createPurge } from "./purge-request.ts";
import { startCdnPurger } from "./cdn-purger.ts";

const shop = await openTestShop();
const { db } = shop;
const options = { intervalMs: 20, repeatAfterMs: [200], retryMs: 20 };
type Response = { status: number; body?: string; headers?: Record<string, string> };

let server: Server;
let purges: string[][] = [];
let answers: Response[] = [];
let authorization: string | undefined;
let purgers: { stop: () => Promise<void> }[] = [];

beforeEach(async () => {
  [purges, answers, purgers] = [[], [], []];
  await db.updateTable("cdn_purges").set({ snapshot: null, server: null, version: null, read_at: null }).execute();
  server = createServer((incoming, outgoing) => {
    authorization = incoming.headers.authorization;
    void json(incoming).then((body) => {
      purges.push((body as { tags: string[] }).tags);
      const { status, body: text = '{"success":true}', headers } = answers.shift() ?? { status: 200 };
      outgoing.writeHead(status, headers).end(text);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  await Promise.all(purgers.map(({ stop }) => stop()));
  server.close();
});

function start(): void {
  const purgeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/zones/1/purge_cache`;
  const purge = createPurge({ maxAgeSeconds: 60, purgeUrl, purgeToken: "secret-token" }, fetch);
  purgers.push(startCdnPurger(shop.app, purge, options));
}

const change = (...tags: string[]) =>
  db
    .insertInto("content_changes")
    .values(tags.map((tag) => ({ tag })))
    .execute();
/** Starts a purger and waits until it has purged all pages: as every start does, and for the first time with its repetition. */
async function startFirst(): Promise<void> {
  start();
  await waitForPurges(3);
  expect(purges.splice(0)).toEqual([["pages"], ["pages"], ["pages"]]);
}

async function waitForPurges(count: number): Promise<void> {
  await expect.poll(() => purges.length, { timeout: 15_000 }).toBe(count);
}

it("purges all pages at its start, then what changes, and the same again a moment later", async () => {
  await startFirst();
  expect(authorization).toBe("Bearer secret-token");
  await change("product:1", "product:2", "search");
  await waitForPurges(2);
  expect(purges.map((tags) => tags.toSorted())).toEqual([
    ["product:1", "product:2"],
    ["product:1", "product:2"],
  ]);
  await change("search");
  await change("everything");
  await waitForPurges(3);
  expect(purges[2]).toEqual(["pages"]);
});

it("goes on where another worker stopped, which repeats its purges before it ends", async () => {
  await startFirst();
  await change("product:1");
  await waitForPurges(1);
  await purgers.pop()?.stop();
  expect(purges.splice(0)).toEqual([["product:1"], ["product:1"]]);
  await change("catalog");
  start();
  await waitForPurges(3);
  expect(purges).toEqual([["catalog"], ["pages"], ["catalog"]]);
});

it("purges all pages when the last purge was long ago, and on command", async () => {
  await startFirst();
  shop.clock.advance(31 * 60_000);
  await waitForPurges(2);
  expect(purges.splice(0)).toEqual([["pages"], ["pages"]]);
  const [command] = commands;
  const { signal } = new AbortController();
  const { app, pool } = shop;
  await command?.run({ app, pool, args: {}, options: {}, progress: () => undefined, signal });
  await waitForPurges(2);
  expect(purges).toEqual([["pages"], ["pages"]]);
});

it("purges a change once for several workers", async () => {
  await startFirst();
  for (let count = 0; count < 3; count++) start();
  for (let n = 1; n <= 10; n++) {
    await change(`product:${n}`);
    await expect.poll(() => purges.flat().filter((tag) => tag === `product:${n}`).length, { timeout: 15_000 }).toBe(1);
  }
});

it.each<[string, Response]>([
  ["an error", { status: 500 }],
  ["a limit", { status: 429, headers: { "retry-after": "0" } }],
  ["a refusal with status 200", { status: 200, body: '{"success":false}' }],
])("tries again after %s, with the same tags", async (_, failure) => {
  await startFirst();
  answers.push(failure);
  await change("product:7");
  await waitForPurges(3);
  expect(purges).toEqual([["product:7"], ["product:7"], ["product:7"]]);
  expect(shop.errors.splice(0)).toHaveLength(1);
});

it.each([
  ["0", 1],
  ["30", 30],
  ["86400", 300],
  ["tomorrow", null],
])("waits as long as the CDN asks for, within limits: %s", async (retryAfter, seconds) => {
  const purge = createPurge(
    { maxAgeSeconds: 60, purgeUrl: "http://cdn.test/", purgeToken: "secret-token" },
    async () => new Response("", { status: 429, headers: { "retry-after": retryAfter } }),
  );
  await expect(purge(["product:1"])).rejects.toMatchObject({ retryAfterSeconds: seconds });
});

it("purges all pages instead of more tags than a request may have", async () => {
  await startFirst();
  await change(...Array.from({ length: 31 }, (__, n) => `product:${n}`));
  await waitForPurges(1);
  expect(purges[0]).toEqual(["pages"]);
});

it("logs once that the CDN cannot be reached, and that it can again", async () => {
  await startFirst();
  const { port } = server.address() as AddressInfo;
  server.close();
  server.closeAllConnections();
  await change("product:9");
  await expect.poll(() => shop.errors.length, { timeout: 15_000 }).toBe(1);
  expect(String(shop.errors.splice(0)[0])).toContain("it cannot be reached");
  server.listen(port, "127.0.0.1");
  await waitForPurges(1);
  expect(purges[0]).toEqual(["product:9"]);
  expect(shop.errors).toEqual([]);
});
