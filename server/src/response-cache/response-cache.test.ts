import { beforeEach, expect, it } from "vitest";
import { ResponseCache } from "./response-cache.ts";
import { StoredResponse } from "./stored-response.ts";

const START = Date.parse("2026-11-28T10:00:00Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
let now = START;
let cache = new ResponseCache(1_000_000, () => now);
beforeEach(() => {
  now = START;
  cache = new ResponseCache(1_000_000, () => now);
});

const createResponse = (body = "page") => StoredResponse.create(new Headers(), Buffer.from(body));

async function store(key: string, tags: string[], { startedAt = now, expiresAt = null as number | null } = {}) {
  cache.store(key, { response: await createResponse(key), policy: { tags, expiresAt }, startedAt });
}

const has = (key: string) => cache.find(key) !== null;

it("drops exactly the responses that were made of changed content", async () => {
  await store("one", ["product:1"]);
  await store("both", ["product:1", "product:2", "catalog"]);
  await store("two", ["product:2"]);
  cache.drop(["product:1", "product:3"]);
  expect([has("one"), has("both"), has("two")]).toEqual([false, false, true]);
  cache.drop(["catalog"]);
  expect(has("two")).toBe(true);
  cache.drop(null);
  expect(has("two")).toBe(false);
});

it("keeps no more memory than the size of a body", async () => {
  const response = await createResponse("<p>page</p>".repeat(20));
  for (const encoding of ["zstd", "br", "gzip"] as const) {
    const { byteLength, buffer } = await response.getBody(encoding);
    expect(buffer.byteLength).toBe(byteLength);
  }
});

it("does not store what was changed while it was made", async () => {
  const startedAt = now;
  now += SECOND;
  cache.drop(["product:1"]);
  now += SECOND;
  await store("one", ["product:1"], { startedAt });
  await store("two", ["product:2"], { startedAt });
  expect([has("one"), has("two")]).toEqual([false, true]);
  await store("one", ["product:1"]);
  expect(has("one")).toBe(true);
});

it("does not store what may be made of settings or numbers of products from before a change", async () => {
  cache.drop(["counts", "search", "product:1"]);
  now += 16 * SECOND;
  await store("list", ["counts"]);
  await store("search", ["search"]);
  await store("product", ["product:1"]);
  expect([has("list"), has("search"), has("product")]).toEqual([false, false, true]);
  now += 1;
  await store("list", ["counts"]);
  expect(has("list")).toBe(true);
  cache.drop(null);
  now += 16 * SECOND;
  await store("product", []);
  expect(has("product")).toBe(false);
});

it("stores what another process has made, unless it has changed since it was checked", async () => {
  cache.drop(null);
  const startedAt = now;
  now += SECOND;
  cache.drop(["product:2", "counts"]);
  const storeChecked = async (key: string, tags: string[], checkedAt: number) => {
    const policy = { tags, expiresAt: null };
    const entry = { response: await createResponse(key), policy, startedAt, expiresAt: startedAt + MINUTE };
    cache.storeChecked(key, entry, checkedAt);
  };
  // Its process has waited until what it was made of was settled.
  await storeChecked("one", ["product:1", "counts"], now + 1);
  await storeChecked("two", ["product:2"], now);
  expect([has("one"), has("two")]).toEqual([true, false]);
  cache.drop(["product:1"]);
  expect(has("one")).toBe(false);
  await storeChecked("three", [], startedAt);
  expect(has("three")).toBe(false);
  await storeChecked("four", [], now);
  now = startedAt + MINUTE;
  expect(has("four")).toBe(false);
});

it("keeps a response until it changes by time, until the full hour, and ten minutes at most", async () => {
  await store("sale", [], { expiresAt: START + 90 * SECOND });
  await store("other", []);
  now = START + 90 * SECOND - 1;
  expect([has("sale"), has("other")]).toEqual([true, true]);
  now += 1;
  expect([has("sale"), has("other")]).toEqual([false, true]);
  now = START + 10 * MINUTE;
  expect(has("other")).toBe(false);
  now = START + 59 * MINUTE;
  await store("date", []);
  now = START + 60 * MINUTE;
  expect(has("date")).toBe(false);
});

it("keeps the responses that were used last, as many as fit", async () => {
  const { byteSize } = await createResponse("a");
  cache = new ResponseCache(Math.round(2.5 * byteSize), () => now);
  await store("a", ["product:1"]);
  await store("b", ["product:1"]);
  expect(has("a")).toBe(true);
  await store("c", ["product:1"]);
  expect([has("a"), has("b"), has("c")]).toEqual([true, false, true]);
  cache = new ResponseCache(Math.round(byteSize / 2), () => now);
  await store("a", ["product:1"]);
  expect(has("a")).toBe(false);
  cache.drop(["product:1"]);
});
