import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { createPurge } from "./purge-request.ts";
import { startCdnPurger } from "./cdn-purger.ts";

const shop = await openTestShop();
const { db } = shop;
const options = { intervalMs: 20, repeatMs: 200, retryMs: 20 };
type Response = { status: number; body?: string; headers?: Record<string, string> };

let server: Server;
let purges: string[][] = [];
let answers: Response[] = [];
let authorization: string | undefined;
let purgers: { stop: () => Promise<void> }[] = [];

beforeEach(async () => {
  [purges, answers, purgers] = [[], [], []];
  await db.updateTable("cdn_purges").set({ snapshot: null, version: null, read_at: null }).execute();
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
async function waitForPurges(count: number): Promise<void> {
  await expect.poll(() => purges.length, { timeout: 5000 }).toBe(count);
}

it("purges all pages at its first start, then what changes, and the same again a moment later", async () => {
  start();
  await waitForPurges(2);
  expect(purges.splice(0)).toEqual([["pages"], ["pages"]]);
  expect(authorization).toBe("Bearer secret-token");
  await change("product:1", "product:2");
  await waitForPurges(2);
  expect(purges.map((tags) => tags.toSorted())).toEqual([
    ["product:1", "product:2"],
    ["product:1", "product:2"],
  ]);
});

it("goes on where another worker stopped, and purges nothing if nothing has changed", async () => {
  start();
  await waitForPurges(1);
  await purgers.pop()?.stop();
  await change("catalog");
  start();
  await waitForPurges(2);
  expect(purges[1]).toEqual(["catalog"]);
});

it("purges once for several workers", async () => {
  start();
  await waitForPurges(2);
  for (let count = 0; count < 3; count++) start();
  for (let n = 1; n <= 10; n++) {
    await change(`product:${n}`);
    await expect.poll(() => purges.flat().filter((tag) => tag === `product:${n}`).length, { timeout: 5000 }).toBe(1);
  }
});

it.each<[string, Response]>([
  ["an error", { status: 500 }],
  ["a limit", { status: 429, headers: { "retry-after": "0" } }],
  ["a refusal with status 200", { status: 200, body: '{"success":false}' }],
])("tries again after %s, with the same tags", async (_, failure) => {
  start();
  await waitForPurges(2);
  answers.push(failure);
  await change("product:7");
  await waitForPurges(4);
  expect(purges.slice(2)).toEqual([["product:7"], ["product:7"]]);
  expect(shop.errors.splice(0)).toHaveLength(1);
});

it("purges all pages instead of more tags than a request may have", async () => {
  start();
  await waitForPurges(2);
  await change(...Array.from({ length: 31 }, (__, n) => `product:${n}`));
  await waitForPurges(3);
  expect(purges[2]).toEqual(["pages"]);
});

it("logs once that the CDN cannot be reached, and that it can again", async () => {
  start();
  await waitForPurges(2);
  const { port } = server.address() as AddressInfo;
  server.close();
  server.closeAllConnections();
  await change("product:9");
  await expect.poll(() => shop.errors.length, { timeout: 5000 }).toBe(1);
  expect(String(shop.errors.splice(0)[0])).toContain("it cannot be reached");
  server.listen(port, "127.0.0.1");
  await waitForPurges(3);
  expect(purges[2]).toEqual(["product:9"]);
  expect(shop.errors).toEqual([]);
});
