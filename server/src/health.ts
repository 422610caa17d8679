import type { Hono } from "hono";

/** A database that does not answer at all counts as lost after this time; a probe would not wait longer. */
const READY_WITHIN_MS = 2000;

/**
 * Adds what a load balancer or an orchestrator asks: `/healthz` answers 200 while the process runs, `/readyz` 200 while it can
 * take requests and 503 otherwise, within two seconds. It names settings whose value is refused, so that their defaults are
 * used; the process is ready all the same.
 */
export function addHealth(
  app: Hono,
  isReady: () => Promise<boolean>,
  invalidSettings: () => Promise<{ key: string }[]> = async () => [],
): Hono {
  app.get("/healthz", (c) => c.json({ status: "up" }));
  app.get("/readyz", async (c) => {
    const isUp = await Promise.race([isReady().catch(() => false), falseAfter(READY_WITHIN_MS)]);
    if (!isUp) return c.json({ status: "not ready" }, 503, { "retry-after": "5" });
    const invalid = await invalidSettings().catch(() => []);
    return c.json({
      status: "ready",
      ...(invalid.length > 0 ? { invalid_settings: invalid.map(({ key }) => key) } : {}),
    });
  });
  return app;
}

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, false).unref();
  });
}
