import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LinesAnswer, Wish } from "./lines.ts";
import { keepingSender, merged, waitingQuantities, waitingWishes } from "./wish-queue.ts";

const ANNA = 1;
const wish = (product_id: number, qty: number, more: Partial<Wish> = {}): Wish => ({
  ...{ product_id, option_id: 0, qty, name: "", ...more },
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    locks: { request: (_name: string, run: () => Promise<unknown>) => (last = last.then(run)) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A shop that answers in this order; null where it is not reached. */
function aShop(...answers: (LinesAnswer | null)[]) {
  const asked: [Wish[], boolean | undefined][] = [];
  return {
    asked,
    post: async (wishes: readonly Wish[], late?: boolean) => {
      asked.push([[...wishes], late]);
      return answers.shift() ?? null;
    },
  };
}

describe("wishes of a line", () => {
  it("are the newest quantity, in the newest place, with the name and the price first seen", () => {
    const older = [wish(1, 1, { name: "Soap", seen_price: 90 }), wish(2, 1)];
    expect(merged(older, [wish(1, 3, { seen_price: 80 })])).toEqual([
      wish(2, 1),
      wish(1, 3, { name: "Soap", seen_price: 90 }),
    ]);
  });
});

describe("a sender that keeps", () => {
  it("sends at once while the shop is there, and keeps nothing", async () => {
    const { asked, post } = aShop({ ok: true });
    const sent = await keepingSender(ANNA, vi.fn<() => void>())([wish(1, 2)], post);
    expect(sent).toEqual({ answer: { ok: true }, wishes: [wish(1, 2)] });
    expect([asked, stored.size]).toEqual([[[[wish(1, 2)], false]], 0]);
  });

  it("keeps in order what could not be sent, says so once, and sends all of it together as late", async () => {
    const onKept = vi.fn<() => void>();
    const { asked, post } = aShop(null, null, { ok: true });
    const send = keepingSender(ANNA, onKept);
    expect(await send([wish(1, 2)], post)).toBe("kept");
    expect(await send([wish(2, 1)], post)).toBe("kept");
    expect(onKept).toHaveBeenCalledOnce();
    expect(waitingQuantities(ANNA)).toEqual({ "1_0": 2, "2_0": 1 });
    await send([wish(1, 5)], post);
    expect(asked.at(-1)).toEqual([[wish(2, 1), wish(1, 5)], true]);
    expect(waitingWishes(ANNA)).toEqual([]);
  });

  it.each(["unauthenticated", "not_ready", "overloaded", "internal", "too_many_requests"])(
    "keeps them after %s",
    async (code) => {
      await keepingSender(ANNA, vi.fn<() => void>())([wish(1, 2)], aShop({ ok: false, code }).post);
      expect(waitingWishes(ANNA)).toEqual([wish(1, 2)]);
    },
  );

  it("forgets what the shop has refused", async () => {
    const { post } = aShop(null, { ok: false, code: "cart_full" });
    const send = keepingSender(ANNA, vi.fn<() => void>());
    await send([wish(1, 2)], post);
    await send([], post);
    expect(waitingWishes(ANNA)).toEqual([]);
  });

  it("asks nobody where nothing waits, and says where the browser keeps nothing", async () => {
    const { asked, post } = aShop();
    expect(await keepingSender(ANNA, vi.fn<() => void>())([], post)).toEqual({ answer: { ok: true }, wishes: [] });
    expect(asked).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    expect(await keepingSender(ANNA, vi.fn<() => void>())([wish(1, 1)], post)).toBeNull();
  });

  it("sends one after the other: an older quantity never overtakes a newer", async () => {
    const order: number[] = [];
    const post = async ([{ qty } = wish(0, 0)]: readonly Wish[]) => {
      order.push(qty);
      return { ok: true };
    };
    const [one, other] = [keepingSender(ANNA, vi.fn<() => void>()), keepingSender(ANNA, vi.fn<() => void>())];
    await Promise.all([one([wish(1, 1)], post), other([wish(1, 2)], post)]);
    expect(order).toEqual([1, 2]);
  });
});

describe("what waits in a browser", () => {
  it.each([
    ["another shopper's", { owner: 2, at: 0, wishes: [wish(1, 1)] }],
    ["too old", { owner: ANNA, at: -8 * 86_400_000, wishes: [wish(1, 1)] }],
    ["broken", { owner: ANNA, at: 0, wishes: [{ product_id: "1", option_id: 0, qty: 1, name: "" }] }],
    ["no queue", [1, 2]],
  ])("is left where it is %s", (_what, queue) => {
    stored.set("cart-wishes", JSON.stringify(queue));
    expect(waitingWishes(ANNA, 0)).toEqual([]);
  });
});
