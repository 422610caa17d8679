import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openTraffic } from "./traffic.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A shop whose answers wait for a word, and a look whether work beside it has begun. */
function aShop() {
  const { count, lull } = openTraffic();
  let answerAll = () => {};
  const held = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const app = new Hono()
    .use(count)
    .get("/held", async (c) => {
      await held;
      return c.text("here");
    })
    .get("/fails", () => {
      throw new Error("no");
    });
  const workBegins = async () => {
    let hasBegun = false;
    void lull().then(() => {
      hasBegun = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => hasBegun;
  };
  return { app, answerAll, workBegins };
}

it("lets work begin at once where little is asked, and where what was asked has failed", async () => {
  const { app, workBegins } = aShop();
  app.onError((_, c) => c.text("failed", 500));
  for (let n = 0; n < 20; n++) await app.request("/fails");
  for (let n = 0; n < 5; n++) void app.request("/held");
  expect((await workBegins())()).toBe(true);
});

it("lets work wait for the answers of a rush", async () => {
  const { app, answerAll, workBegins } = aShop();
  for (let n = 0; n < 20; n++) void app.request("/held");
  const hasBegun = await workBegins();
  await vi.advanceTimersByTimeAsync(1000);
  expect(hasBegun()).toBe(false);
  answerAll();
  await vi.advanceTimersByTimeAsync(100);
  expect(hasBegun()).toBe(true);
});

it("is quiet a moment after the last answer, and to those who have waited for ten seconds", async () => {
  const { count, quiet } = openTraffic();
  const app = new Hono().use(count).get("/", (c) => c.text("here"));
  const waits = () => {
    const waiting = { isOver: false };
    void quiet().then(() => {
      waiting.isOver = true;
    });
    return waiting;
  };
  const before = waits();
  await vi.advanceTimersByTimeAsync(0);
  expect(before.isOver).toBe(true);

  await app.request("/");
  const after = waits();
  await vi.advanceTimersByTimeAsync(150);
  expect(after.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(after.isOver).toBe(true);

  await app.request("/");
  const throughout = waits();
  for (let n = 0; n < 99; n++) {
    await app.request("/");
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(throughout.isOver).toBe(false);
  await app.request("/");
  await vi.advanceTimersByTimeAsync(100);
  expect(throughout.isOver).toBe(true);
});

it("lets work wait no longer than two seconds", async () => {
  const { app, workBegins } = aShop();
  for (let n = 0; n < 20; n++) void app.request("/held");
  const hasBegun = await workBegins();
  await vi.advanceTimersByTimeAsync(1900);
  expect(hasBegun()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(hasBegun()).toBe(true);
});
