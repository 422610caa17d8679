import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "../../../api/src/platform/log.ts";
import { limitResponseTime, requireSameOrigin, shedLoad } from "./request-guards.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("rejects requests while the event loop is blocked, and accepts them again afterwards", async () => {
  let delayMs = 20;
  const app = new Hono().use(shedLoad(700, () => delayMs)).get("*", (c) => c.text("here"));
  const getStatus = async (path = "/") => (await app.request(path)).status;
  vi.advanceTimersByTime(1000);
  expect(await getStatus()).toBe(200);
  delayMs = 1500;
  vi.advanceTimersByTime(1000);
  expect(await getStatus()).toBe(503);
  expect((await app.request("/")).headers.get("retry-after")).toBe("2");
  expect(await getStatus("/healthz")).toBe(200);
  delayMs = 20;
  vi.advanceTimersByTime(1000);
  expect(await getStatus()).toBe(200);
});

it("rejects no request for its event loop delay if the limit is 0", async () => {
  const app = new Hono().use(shedLoad(0, () => 60_000)).get("*", (c) => c.text("here"));
  vi.advanceTimersByTime(1000);
  expect((await app.request("/")).status).toBe(200);
});

it("responds 503 to a request that hangs, and does not affect others", async () => {
  const app = new Hono()
    .use(limitResponseTime)
    .get("/hangs", () => new Promise<Response>(() => undefined))
    .get("/answers", (c) => c.text("here"));
  const pendingResponse = app.request("/hangs");
  expect((await app.request("/answers")).status).toBe(200);
  await vi.advanceTimersByTimeAsync(30_000);
  const lateResponse = await pendingResponse;
  expect([lateResponse.status, lateResponse.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("gives a large body the time that it needs over a slow connection, and no request more than 15 minutes", async () => {
  const app = new Hono().use(limitResponseTime).post("*", () => new Promise<Response>(() => undefined));
  const statuses: Record<string, number> = {};
  for (const bytes of [1000, 10_000_000, 50_000_000])
    void Promise.resolve(app.request("/", { method: "POST", headers: { "content-length": String(bytes) } })).then(
      ({ status }) => (statuses[bytes] = status),
    );
  await vi.advanceTimersByTimeAsync(31_000);
  expect(statuses).toEqual({ 1000: 503 });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(statuses).toEqual({ 1000: 503 });
  await vi.advanceTimersByTimeAsync(15 * 60_000 - 331_000);
  expect(statuses).toEqual({ 1000: 503, 10_000_000: 503, 50_000_000: 503 });
});

it("logs a form of another site as a security event", async () => {
  const info = vi.fn<Log["info"]>();
  const app = new Hono()
    .use(requireSameOrigin("http://shop.test", { info, error: () => undefined }))
    .post("*", (c) => c.body(null));
  const post = (site: string, path = "/login") =>
    app.request(path, {
      method: "POST",
      headers: { "sec-fetch-site": site, "x-client-ip": "203.0.113.7", "x-request-id": "request-1" },
    });
  expect((await post("same-origin")).status).toBe(200);
  expect(info).not.toHaveBeenCalled();
  expect((await post("cross-site")).status).toBe(403);
  const event = { kind: "csrf_refused", request: "request-1", ip: "203.0.113.7", detail: "/login" };
  expect(info).toHaveBeenCalledExactlyOnceWith("security event", event);
  await post("cross-site", "/certificates/a-key");
  expect(info).toHaveBeenLastCalledWith("security event", { ...event, detail: "/certificates/***" });
});
