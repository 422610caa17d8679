import type { Hono } from "hono";

/** A database that does not answer at all counts as lost after this time; a probe would not wait longer. */
const READY_WITHIN_MS = 2000;

/**
 * Adds what a load balancer or an orchestrator asks: `/healthz` answers 200 while the process runs, `/readyz` 200 while it can
 * take requests and 503 otherwise, within two seconds.
 */
export function addHealth(app: Hono, isReady: () => Promise<boolean>): Hono {
  app.get("/healthz", (c) => c.json({ status: "up" }));
  app.get("/readyz", async (c) => {
    const isUp = await Promise.race([isReady().catch(() => false), falseAfter(READY_WITHIN_MS)]);
    return isUp ? c.json({ status: "ready" }) : c.json({ status: "not ready" }, 503, { "retry-after": "5" });
  });
  return app;
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, false).unref();
  });
}
