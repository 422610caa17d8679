import type { Hono } from "hono";

/** A database that has not responded after this time counts as unavailable; probes would not wait longer. */
const READINESS_TIMEOUT_MS = 2000;

/**
 * Adds the endpoints for load balancers and orchestrators: `/healthz` responds 200 while the process runs; `/readyz`
 * responds 200 if the process can take requests and 503 otherwise, within two seconds. It lists settings with invalid
 * values, whose defaults are used; the process is ready nevertheless.
 */
export function addHealthRoutes(
  app: Hono,
  isReady: () => Promise<boolean>,
  invalidSettings: () => Promise<{ key: string }[]> = async () => [],
): Hono {
  app.get("/healthz", (c) => c.json({ status: "up" }));
  app.get("/readyz", async (c) => {
    const invalid = await Promise.race([
      findInvalidSettings({ isReady, invalidSettings }),
      resolveNullAfter(READINESS_TIMEOUT_MS),
    ]);
    if (invalid === null) return c.json({ status: "not ready" }, 503, { "retry-after": "5" });
    return c.json({
      status: "ready",
      ...(invalid.length > 0 ? { invalid_settings: invalid.map(({ key }) => key) } : {}),
    });
  });
  return app;
}

type Checks = { isReady: () => Promise<boolean>; invalidSettings: () => Promise<{ key: string }[]> };

/** Returns the settings with invalid values; null if the process cannot take requests. */
async function findInvalidSettings({ isReady, invalidSettings }: Checks): Promise<{ key: string }[] | null> {
  const canTakeRequests = await isReady().catch(() => false);
  return canTakeRequests ? invalidSettings().catch(() => []) : null;
}

function resolveNullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, null).unref();
  });
}
