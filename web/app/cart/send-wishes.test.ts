import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Wish } from "./lines.ts";
import type { Sender } from "./send-wishes.ts";

const wish: Wish = { product_id: 1, option_id: 0, qty: 2, name: "Tea" };
const asked: [string, unknown][] = [];
let isReached = true;
let isKeptBehind = false;

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  isReached = true;
  isKeptBehind = false;
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    asked.push([address, JSON.parse(body)]);
    if (!isReached) throw new TypeError("no network");
    return Response.json({ ok: true });
  });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      get controller() {
        return isKeptBehind ? {} : null;
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("brings wishes to the page that takes them, without the names that only the browser needs", async () => {
  const { sendWishes } = await import("./send-wishes.ts");
  expect(await sendWishes([wish], "/cart/lines")).toEqual({ answer: { ok: true }, wishes: [wish] });
  expect(asked).toEqual([["/cart/lines", [{ product_id: 1, option_id: 0, qty: 2 }]]]);
});

it("asks nobody where there is nothing to send", async () => {
  const { sendWishes } = await import("./send-wishes.ts");
  expect(await sendWishes([], "/cart/lines")).toEqual({ answer: { ok: true }, wishes: [] });
  expect(asked).toEqual([]);
});

it("says that they are lost where nobody is reached and nobody keeps them", async () => {
  const { sendWishes } = await import("./send-wishes.ts");
  isReached = false;
  expect(await sendWishes([wish], "/cart/lines")).toBeNull();
});

it("waits for who keeps them, who may send them late, and goes straight again when he has gone", async () => {
  const { sendWishes, sendWishesThrough } = await import("./send-wishes.ts");
  isReached = false;
  isKeptBehind = true;
  const sent = sendWishes([wish], "/cart/lines");
  const keeper: Sender = async (wishes, post) => {
    const answer = await post(wishes, true);
    return answer ? { answer, wishes } : "kept";
  };
  const end = sendWishesThrough(keeper);
  expect(await sent).toBe("kept");
  isReached = true;
  expect(await sendWishes([wish], "/cart/lines")).toMatchObject({ wishes: [wish] });
  end();
  await sendWishes([wish], "/cart/lines");
  expect(asked.map(([address]) => address)).toEqual([
    ...["/cart/lines", "/cart/lines?late=1", "/cart/lines?late=1", "/cart/lines"],
  ]);
});
