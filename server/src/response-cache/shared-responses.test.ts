import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openValkey } from "../../../api/src/platform/valkey/open-valkey.ts";
import type { Valkey } from "../../../api/src/platform/valkey/valkey.ts";
import {
  isValkeyInstalled,
  SKIP_NOTE,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../../api/test/valkey-server.ts";
import type { ReadContentChanges } from "./content-watcher.ts";
import type { Entry } from "./response-cache.ts";
import { SharedResponses } from "./shared-responses.ts";
import { StoredResponse } from "./stored-response.ts";

const NOW = Date.parse("2026-11-28T10:00:00Z");
const KEY = "/one ru-RU RUB RU";
const state = { snapshot: "10:12:11", server: "1", version: 3 };
const page = "<p>порядок</p>".repeat(500);
const log = { info: () => undefined, error: () => undefined };

describe.skipIf(!isValkeyInstalled)(`responses in Valkey ${SKIP_NOTE}`, () => {
  let server: ValkeyServer;
  let valkey: Valkey;
  let entry: Entry;
  beforeAll(async () => {
    server = await startValkeyServer();
    valkey = await openValkey(server.config, log, testTimeouts);
    const headers = new Headers({ "content-type": "text/html", "content-security-policy": "default-src 'self'" });
    const response = await StoredResponse.create(headers, Buffer.from(page), "/:slug");
    const policy = { tags: ["product:1", "catalog"], expiresAt: null };
    entry = { response, policy, startedAt: NOW, expiresAt: NOW + 60_000 };
  });
  afterAll(async () => {
    await valkey.close();
    await server.close();
  });
  beforeEach(async () => {
    await valkey.run("responses", async (client) => client.flushAll());
  });

  /** The responses of a process. `changes`: what has changed since the state; null for everything. */
  function openResponses({
    changes = [] as string[] | null,
    version = "1",
    now = NOW,
    read = undefined as ReadContentChanges | undefined,
  } = {}) {
    const readChanges: ReadContentChanges = async () => ({ state: { ...state, snapshot: "20:20:" }, tags: changes });
    return new SharedResponses({ valkey, read: read ?? readChanges, version, now: () => now });
  }
  const listKeys = async () => valkey.run("responses", async (client) => client.keys("*"));

  it("are found by another process, which asks what has changed since they were made", async () => {
    await openResponses().store(KEY, entry, state);
    const read = vi.fn<ReadContentChanges>(async () => ({ state, tags: ["product:2"] }));
    const found = await openResponses({ read }).find(KEY);
    expect(read).toHaveBeenCalledExactlyOnceWith(state);
    expect(String(await found?.response.getBody(null))).toBe(page);
    expect(found).toMatchObject({ policy: { tags: entry.policy.tags }, startedAt: NOW, expiresAt: NOW + 60_000 });
    const { fields, etag, route } = entry.response;
    expect(found?.response).toMatchObject({ fields, etag, route });
    expect(await openResponses().find("/two ru-RU RUB RU")).toBeNull();
  });

  it.each([
    ["something of them has changed", { changes: ["product:1"] }],
    ["everything may have changed", { changes: null }],
    ["it is not known what has changed", { read: () => Promise.reject(new Error("no connection")) }],
    ["they have expired", { now: NOW + 60_000 }],
    ["they were made by another version of the program", { version: "2" }],
  ])("are not used if %s", async (_, options) => {
    await openResponses().store(KEY, entry, state);
    expect(await openResponses(options).find(KEY)).toBeNull();
    expect(await openResponses().find(KEY)).not.toBeNull();
  });

  it("are not used if their content or their key was changed", async () => {
    const responses = openResponses();
    await responses.store(KEY, entry, state);
    const [name = ""] = await listKeys();
    const value = (await valkey.getBytes("responses", name)) ?? Buffer.alloc(0);
    const write = async (key: string, content: Buffer) =>
      valkey.run("responses", async (client) => client.set(key, content));
    await responses.store("/two", entry, state);
    const other = (await listKeys()).find((key) => key !== name) ?? "";
    await write(other, value);
    expect(await responses.find("/two")).toBeNull();
    const changed = Buffer.from(value);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const content of [changed, Buffer.alloc(0), Buffer.alloc(40)]) {
      await write(name, content);
      expect(await responses.find(KEY)).toBeNull();
    }
  });

  it("expire in Valkey when they expire, and their keys tell nothing", async () => {
    await openResponses().store(KEY, entry, state);
    const [name = ""] = await listKeys();
    expect(name).toMatch(/^shop:[\w-]{12}:response:1:[\w-]{43}$/);
    const expiresInMs = await valkey.run("responses", async (client) => client.pTTL(name));
    expect(Math.round(expiresInMs / 1000)).toBe(60);
  });

  it("are not stored if an endpoint does something for each client, or if they are about to expire", async () => {
    const responses = openResponses({ now: NOW + 59_500 });
    await responses.store(KEY, entry, state);
    const onServe = () => undefined;
    await openResponses().store(KEY, { ...entry, policy: { ...entry.policy, onServe } }, state);
    expect(await listKeys()).toEqual([]);
  });

  it("are missing while Valkey has no memory left, or hangs", async () => {
    const responses = openResponses();
    await valkey.run("responses", async (client) => client.configSet("maxmemory", "1"));
    await responses.store(KEY, entry, state);
    expect(await responses.find(KEY)).toBeNull();
    await valkey.run("responses", async (client) => client.configSet("maxmemory", "0"));
    await responses.store(KEY, entry, state);
    expect(await responses.find(KEY)).not.toBeNull();
    await server.signal("SIGSTOP");
    expect(await responses.find(KEY)).toBeNull();
    await server.signal("SIGCONT");
    await expect.poll(async () => responses.find(KEY), { timeout: 20_000 }).not.toBeNull();
  });
});
