import { expect, it, vi } from "vitest";
import { createProcessStatus } from "../platform/process-status.ts";
import { startHeartbeat } from "./heartbeat.ts";

it("does not record again while it still waits for the database", async () => {
  vi.useFakeTimers();
  const pending: PromiseWithResolvers<void>[] = [];
  const record = vi.fn<() => Promise<void>>(() => {
    const beat = Promise.withResolvers<void>();
    pending.push(beat);
    return beat.promise;
  });
  const log = { info: () => undefined, error: () => undefined };
  const registry = { record, remove: async () => undefined };
  const starting = startHeartbeat(registry, log, createProcessStatus("api", "build-1").record);
  pending[0]?.resolve();
  const stop = await starting;
  await vi.advanceTimersByTimeAsync(90_000);
  expect(record).toHaveBeenCalledTimes(2);
  pending[1]?.resolve();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(record).toHaveBeenCalledTimes(3);
  pending[2]?.resolve();
  await stop();
  vi.useRealTimers();
});
