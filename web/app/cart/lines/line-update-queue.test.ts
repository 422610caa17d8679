import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LineUpdateResult, LineUpdate } from "./line-update.ts";
import { createQueueingSender, mergeUpdates, getPendingQuantities, getPendingUpdates } from "./line-update-queue.ts";

const CUSTOMER_ID = 1;
const createUpdate = (product_id: number, qty: number, overrides: Partial<LineUpdate> = {}): LineUpdate => ({
  ...{ product_id, option_id: 0, qty, name: "", ...overrides },
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  let lastLock: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    locks: { request: (_name: string, run: () => Promise<unknown>) => (lastLock = lastLock.then(run)) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that returns the given results in order; null means that it is not reached. */
function createServer(...results: (LineUpdateResult | null)[]) {
  const requests: [LineUpdate[], boolean | undefined][] = [];
  return {
    requests,
    post: async (updates: readonly LineUpdate[], late?: boolean) => {
      requests.push([[...updates], late]);
      return results.shift() ?? null;
    },
  };
}

describe("mergeUpdates", () => {
  it("keeps the newest quantity at the end, with the first name and the first price seen", () => {
    const older = [createUpdate(1, 1, { name: "Soap", seen_price: 90 }), createUpdate(2, 1)];
    expect(mergeUpdates(older, [createUpdate(1, 3, { seen_price: 80 })])).toEqual([
      createUpdate(2, 1),
      createUpdate(1, 3, { name: "Soap", seen_price: 90 }),
    ]);
  });
});

describe("createQueueingSender", () => {
  it("sends immediately while online and queues nothing", async () => {
    const { requests, post } = createServer({ ok: true });
    const outcome = await createQueueingSender(CUSTOMER_ID, vi.fn<() => void>())([createUpdate(1, 2)], post);
    expect(outcome).toEqual({ result: { ok: true }, updates: [createUpdate(1, 2)] });
    expect([requests, stored.size]).toEqual([[[[createUpdate(1, 2)], false]], 0]);
  });

  it("queues unsent updates in order, reports that once, and sends them together, marked as late", async () => {
    const onQueued = vi.fn<() => void>();
    const { requests, post } = createServer(null, null, { ok: true });
    const send = createQueueingSender(CUSTOMER_ID, onQueued);
    expect(await send([createUpdate(1, 2)], post)).toBe("queued");
    expect(await send([createUpdate(2, 1)], post)).toBe("queued");
    expect(onQueued).toHaveBeenCalledOnce();
    expect(getPendingQuantities(CUSTOMER_ID)).toEqual({ "1_0": 2, "2_0": 1 });
    await send([createUpdate(1, 5)], post);
    expect(requests.at(-1)).toEqual([[createUpdate(2, 1), createUpdate(1, 5)], true]);
    expect(getPendingUpdates(CUSTOMER_ID)).toEqual([]);
  });

  it.each(["unauthenticated", "not_ready", "overloaded", "internal", "too_many_requests"])(
    "queues updates after %s",
    async (code) => {
      await createQueueingSender(CUSTOMER_ID, vi.fn<() => void>())(
        [createUpdate(1, 2)],
        createServer({ ok: false, code }).post,
      );
      expect(getPendingUpdates(CUSTOMER_ID)).toEqual([createUpdate(1, 2)]);
    },
  );

  it("clears the queue if the server refuses the updates", async () => {
    const { post } = createServer(null, { ok: false, code: "cart_full" });
    const send = createQueueingSender(CUSTOMER_ID, vi.fn<() => void>());
    await send([createUpdate(1, 2)], post);
    await send([], post);
    expect(getPendingUpdates(CUSTOMER_ID)).toEqual([]);
  });

  it("sends no request for an empty queue, and returns null if storage is unavailable", async () => {
    const { requests, post } = createServer();
    expect(await createQueueingSender(CUSTOMER_ID, vi.fn<() => void>())([], post)).toEqual({
      result: { ok: true },
      updates: [],
    });
    expect(requests).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    expect(await createQueueingSender(CUSTOMER_ID, vi.fn<() => void>())([createUpdate(1, 1)], post)).toBeNull();
  });

  it("sends requests one after another, so that an older quantity never overwrites a newer one", async () => {
    const sentQuantities: number[] = [];
    const post = async ([{ qty } = createUpdate(0, 0)]: readonly LineUpdate[]) => {
      sentQuantities.push(qty);
      return { ok: true };
    };
    const [first, second] = [
      createQueueingSender(CUSTOMER_ID, vi.fn<() => void>()),
      createQueueingSender(CUSTOMER_ID, vi.fn<() => void>()),
    ];
    await Promise.all([first([createUpdate(1, 1)], post), second([createUpdate(1, 2)], post)]);
    expect(sentQuantities).toEqual([1, 2]);
  });
});

describe("getPendingUpdates", () => {
  it.each([
    ["another customer's", { owner: 2, at: 0, wishes: [createUpdate(1, 1)] }],
    ["too old", { owner: CUSTOMER_ID, at: -8 * 86_400_000, wishes: [createUpdate(1, 1)] }],
    ["broken", { owner: CUSTOMER_ID, at: 0, wishes: [{ product_id: "1", option_id: 0, qty: 1, name: "" }] }],
    ["not a queue", [1, 2]],
  ])("ignores a queue that is %s", (_what, queue) => {
    stored.set("cart-wishes", JSON.stringify(queue));
    expect(getPendingUpdates(CUSTOMER_ID, 0)).toEqual([]);
  });
});
