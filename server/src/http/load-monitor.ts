import type { MiddlewareHandler } from "hono";

/** With more concurrent responses than this, the process is busy. */
const MAX_CONCURRENT_RESPONSES = 8;
const POLL_INTERVAL_MS = 100;
/** Without a request for this long, the process is idle. */
const IDLE_MS = 200;
/** After this time deferrable work runs anyway, so that emails are delayed by many requests, but not stopped. */
const MAX_BUSY_WAIT_MS = 2000;
const MAX_IDLE_WAIT_MS = 10_000;

export type LoadMonitor = {
  /** Middleware that tracks a request until it was answered. */
  trackRequest: MiddlewareHandler;
  /** Resolves when few responses are in progress, or after two seconds. */
  waitUntilNotBusy: () => Promise<void>;
  /** Resolves when there was no request for a moment, or after ten seconds. */
  waitUntilIdle: () => Promise<void>;
};

/** Creates a monitor of the request load of this process, for background work that can wait. */
export function createLoadMonitor(): LoadMonitor {
  let activeRequests = 0;
  let lastRequestAt = -Infinity;
  const isBusy = () => activeRequests > MAX_CONCURRENT_RESPONSES;
  const isActive = () => activeRequests > 0 || performance.now() - lastRequestAt < IDLE_MS;
  return {
    async trackRequest(_, next) {
      activeRequests++;
      lastRequestAt = performance.now();
      try {
        await next();
      } finally {
        activeRequests--;
      }
    },
    waitUntilNotBusy: () => waitWhile(isBusy, MAX_BUSY_WAIT_MS),
    waitUntilIdle: () => waitWhile(isActive, MAX_IDLE_WAIT_MS),
  };
}

/** Waits while a condition holds, at most `timeoutMs` milliseconds. */
async function waitWhile(isTrue: () => boolean, timeoutMs: number): Promise<void> {
  for (let waitedMs = 0; isTrue() && waitedMs < timeoutMs; waitedMs += POLL_INTERVAL_MS)
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_INTERVAL_MS);
    });
}
