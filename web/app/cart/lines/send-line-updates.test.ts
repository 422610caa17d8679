import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LineUpdate } from "./line-update.ts";
import type { Sender } from "./send-line-updates.ts";

const update: LineUpdate = { product_id: 1, option_id: 0, qty: 2, name: "Tea" };
const requests: [string, unknown][] = [];
let isOnline = true;
let hasServiceWorker = false;

beforeEach(() => {
  vi.resetModules();
  requests.length = 0;
  isOnline = true;
  hasServiceWorker = false;
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    requests.push([path, JSON.parse(body)]);
    if (!isOnline) throw new TypeError("no network");
    return Response.json({ ok: true });
  });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      get controller() {
        return hasServiceWorker ? {} : null;
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("posts updates without the names, which only the browser needs", async () => {
  const { sendLineUpdates } = await import("./send-line-updates.ts");
  expect(await sendLineUpdates([update], "/cart/lines")).toEqual({ result: { ok: true }, updates: [update] });
  expect(requests).toEqual([["/cart/lines", [{ product_id: 1, option_id: 0, qty: 2 }]]]);
});

it("sends no request if there are no updates", async () => {
  const { sendLineUpdates } = await import("./send-line-updates.ts");
  expect(await sendLineUpdates([], "/cart/lines")).toEqual({ result: { ok: true }, updates: [] });
  expect(requests).toEqual([]);
});

it("returns null if the server is not reached and there is no queue", async () => {
  const { sendLineUpdates } = await import("./send-line-updates.ts");
  isOnline = false;
  expect(await sendLineUpdates([update], "/cart/lines")).toBeNull();
});

it("waits for the queueing sender, and sends directly again after it was removed", async () => {
  const { sendLineUpdates, setSender } = await import("./send-line-updates.ts");
  isOnline = false;
  hasServiceWorker = true;
  const outcome = sendLineUpdates([update], "/cart/lines");
  const queueSender: Sender = async (updates, post) => {
    const result = await post(updates, true);
    return result ? { result, updates } : "queued";
  };
  const restoreSender = setSender(queueSender);
  expect(await outcome).toBe("queued");
  isOnline = true;
  expect(await sendLineUpdates([update], "/cart/lines")).toMatchObject({ updates: [update] });
  restoreSender();
  await sendLineUpdates([update], "/cart/lines");
  expect(requests.map(([path]) => path)).toEqual([
    ...["/cart/lines", "/cart/lines?late=1", "/cart/lines?late=1", "/cart/lines"],
  ]);
});
