import { describe, expect, it, vi } from "vitest";
import { createScanQueue } from "./scan-queue.ts";
import type { PackingChange } from "./scanned-pieces.ts";
import { NoAnswer, type StationAnswer } from "./station-api.ts";

const accepted: StationAnswer<unknown> = { ok: true, result: null };
const refused: StationAnswer<unknown> = { ok: false, code: "wrong_item_scanned", message: "Wrong", data: {} };

function createStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    // A browser returns the keys in no particular order.
    key: (index: number) => [...values.keys()].toReversed()[index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** Opens a queue with the given responses of the server; without a response, requests fail as without a connection. */
function openQueue(storage = createStorage()) {
  const sent: string[] = [];
  const connection = { answer: accepted as StationAnswer<unknown> | null };
  const onRefused = vi.fn<(change: PackingChange) => void>();
  const queue = createScanQueue<PackingChange>({
    prefix: "packing:7:",
    getStorage: () => storage,
    send: async ({ kind, scan_id }) => {
      if (!connection.answer) throw new NoAnswer("no connection");
      sent.push(`${kind} ${scan_id}`);
      return connection.answer;
    },
    onRefused,
  });
  const getIds = () => queue.state.get().waiting.map(({ scan_id }) => scan_id);
  return { queue, storage, sent, connection, onRefused, getIds };
}

const scan = (scan_id: string): PackingChange => ({ kind: "scan", scan_id, line: 1, code: "490" });

describe("the scan queue", () => {
  it("sends each change once, in its order, and stores none of them afterwards", async () => {
    const { queue, storage, sent, getIds } = openQueue();
    for (const id of ["a", "b", "c"]) queue.add(scan(id));
    queue.add({ kind: "undo", scan_id: "b", line: 1 });
    await vi.waitFor(() => expect(getIds()).toEqual([]));
    expect(sent).toEqual(["scan a", "scan b", "scan c", "undo b"]);
    expect(storage.length).toBe(0);
    expect(queue.state.get().accepted).toHaveLength(4);
    queue.clearAccepted();
    expect(queue.state.get().accepted).toEqual([]);
  });

  it("keeps changes without a connection, also for the next page, and sends them when it is back", async () => {
    const first = openQueue();
    first.connection.answer = null;
    for (const id of ["a", "b", "c"]) first.queue.add(scan(id));
    await vi.waitFor(() => expect(first.queue.state.get().isOffline).toBe(true));
    expect(first.getIds()).toEqual(["a", "b", "c"]);

    const second = openQueue(first.storage);
    second.connection.answer = null;
    second.queue.load();
    expect(second.getIds()).toEqual(["a", "b", "c"]);
    await vi.waitFor(() => expect(second.queue.state.get().isOffline).toBe(true));
    second.connection.answer = accepted;
    expect(await second.queue.flush()).toBe(true);
    expect(second.queue.state.get()).toMatchObject({ waiting: [], isOffline: false });
    expect(second.sent).toEqual(["scan a", "scan b", "scan c"]);
    expect(second.storage.length).toBe(0);
  });

  it("says whether the server has accepted everything, also what was added meanwhile", async () => {
    const { queue, sent, connection } = openQueue();
    expect(await queue.flush()).toBe(true);
    queue.add(scan("a"));
    const flushed = queue.flush();
    queue.add(scan("b"));
    expect(await flushed).toBe(true);
    expect(sent).toEqual(["scan a", "scan b"]);
    connection.answer = refused;
    queue.add(scan("c"));
    expect(await queue.flush()).toBe(false);
    expect(await queue.flush()).toBe(true);
    connection.answer = null;
    queue.add(scan("d"));
    expect(await queue.flush()).toBe(false);
  });

  it("drops a change that the server refuses, and goes on with the next one", async () => {
    const { queue, connection, onRefused, sent, getIds } = openQueue();
    connection.answer = refused;
    queue.add(scan("a"));
    queue.add(scan("b"));
    await vi.waitFor(() => expect(getIds()).toEqual([]));
    expect(onRefused.mock.calls.map(([{ scan_id }]) => scan_id)).toEqual(["a", "b"]);
    expect(sent).toEqual(["scan a", "scan b"]);
    expect(queue.state.get().accepted).toEqual([]);
  });

  it("leaves the changes of another tab and of another shipment alone", async () => {
    const storage = createStorage();
    storage.setItem("packing:70:000000000000001:x", JSON.stringify(scan("other")));
    const [one, two] = [openQueue(storage), openQueue(storage)];
    one.connection.answer = two.connection.answer = null;
    one.queue.add(scan("a"));
    two.queue.add(scan("b"));
    await vi.waitFor(() => expect(two.queue.state.get().isOffline).toBe(true));
    expect(storage.length).toBe(3);
    const next = openQueue(storage);
    next.queue.load();
    await vi.waitFor(() => expect(next.getIds()).toEqual([]));
    expect(next.sent.toSorted()).toEqual(["scan a", "scan b"]);
    expect(storage.length).toBe(1);
  });
});
