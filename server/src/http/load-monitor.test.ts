import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLoadMonitor } from "./load-monitor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A test app with responses that wait for release, and a function that starts background work. */
function createTestApp() {
  const { trackRequest, waitUntilNotBusy } = createLoadMonitor();
  let releaseResponses = () => {};
  const responsesReleased = new Promise<void>((resolve) => {
    releaseResponses = resolve;
  });
  const app = new Hono()
    .use(trackRequest)
    .get("/held", async (c) => {
      await responsesReleased;
      return c.text("here");
    })
    .get("/fails", () => {
      throw new Error("no");
    });
  const startWork = async () => {
    let hasBegun = false;
    void waitUntilNotBusy().then(() => {
      hasBegun = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => hasBegun;
  };
  return { app, releaseResponses, startWork };
}

it("starts work at once if there are few requests, also after failed ones", async () => {
  const { app, startWork } = createTestApp();
  app.onError((_, c) => c.text("failed", 500));
  for (let n = 0; n < 20; n++) await app.request("/fails");
  for (let n = 0; n < 5; n++) void app.request("/held");
  expect((await startWork())()).toBe(true);
});

it("delays work while there are many requests, until their responses were sent", async () => {
  const { app, releaseResponses, startWork } = createTestApp();
  for (let n = 0; n < 20; n++) void app.request("/held");
  const hasBegun = await startWork();
  await vi.advanceTimersByTimeAsync(1000);
  expect(hasBegun()).toBe(false);
  releaseResponses();
  await vi.advanceTimersByTimeAsync(100);
  expect(hasBegun()).toBe(true);
});

it("is idle shortly after the last response, and waits for that at most ten seconds", async () => {
  const { trackRequest, waitUntilIdle } = createLoadMonitor();
  const app = new Hono().use(trackRequest).get("/", (c) => c.text("here"));
  const startWaiting = () => {
    const state = { isOver: false };
    void waitUntilIdle().then(() => {
      state.isOver = true;
    });
    return state;
  };
  const beforeRequests = startWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(beforeRequests.isOver).toBe(true);

  await app.request("/");
  const afterRequest = startWaiting();
  await vi.advanceTimersByTimeAsync(150);
  expect(afterRequest.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(afterRequest.isOver).toBe(true);

  await app.request("/");
  const duringRequests = startWaiting();
  for (let n = 0; n < 99; n++) {
    await app.request("/");
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(duringRequests.isOver).toBe(false);
  await app.request("/");
  await vi.advanceTimersByTimeAsync(100);
  expect(duringRequests.isOver).toBe(true);
});

it("delays work for at most two seconds", async () => {
  const { app, startWork } = createTestApp();
  for (let n = 0; n < 20; n++) void app.request("/held");
  const hasBegun = await startWork();
  await vi.advanceTimersByTimeAsync(1900);
  expect(hasBegun()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(hasBegun()).toBe(true);
});
