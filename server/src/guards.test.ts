import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "../../api/src/platform/log.ts";
import { answerInTime, sameOrigin, shedLoad } from "./guards.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("turns visitors away while the event loop stands still, and lets them in again after it", async () => {
  let delayMs = 20;
  const app = new Hono().use(shedLoad(() => delayMs)).get("*", (c) => c.text("here"));
  const ask = async (path = "/") => (await app.request(path)).status;
  vi.advanceTimersByTime(1000);
  expect(await ask()).toBe(200);
  delayMs = 1500;
  vi.advanceTimersByTime(1000);
  expect(await ask()).toBe(503);
  expect((await app.request("/")).headers.get("retry-after")).toBe("2");
  expect(await ask("/healthz")).toBe(200);
  delayMs = 20;
  vi.advanceTimersByTime(1000);
  expect(await ask()).toBe(200);
});

it("tells a request that hangs to try again, and leaves the others alone", async () => {
  const app = new Hono()
    .use(answerInTime)
    .get("/hangs", () => new Promise<Response>(() => undefined))
    .get("/answers", (c) => c.text("here"));
  const hanging = app.request("/hangs");
  expect((await app.request("/answers")).status).toBe(200);
  await vi.advanceTimersByTimeAsync(30_000);
  const late = await hanging;
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("writes a form of another site to the security log", async () => {
  const info = vi.fn<Log["info"]>();
  const app = new Hono()
    .use(sameOrigin("http://shop.test", { info, error: () => undefined }))
    .post("*", (c) => c.body(null));
  const post = (site: string) =>
    app.request("/login", {
      method: "POST",
      headers: { "sec-fetch-site": site, "x-client-ip": "203.0.113.7", "x-request-id": "request-1" },
    });
  expect((await post("same-origin")).status).toBe(200);
  expect(info).not.toHaveBeenCalled();
  expect((await post("cross-site")).status).toBe(403);
  const event = { kind: "csrf_refused", request: "request-1", ip: "203.0.113.7", detail: "/login" };
  expect(info).toHaveBeenCalledExactlyOnceWith("security event", event);
});
