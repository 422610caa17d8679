import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Config } from "../../api/src/platform/config.ts";
import type { Log } from "../../api/src/platform/log.ts";

type Neighbour = { fetch(request: Request): Response | Promise<Response> };

/** What stands behind the edge; a role that does not serve a part leaves it out. */
export type Parts = {
  config: Config;
  log: Log;
  api?: Neighbour;
  /** True when the database answers and has every table of this version. */
  isReady: () => Promise<boolean>;
};

/** Everything a request passes before it reaches the API, the storefront or a neighbour. */
export function buildEdge(parts: Parts): Hono {
  const edge = new Hono();
  edge.get("/healthz", (c) => c.json({ status: "up" }));
  edge.get("/readyz", async (c) => {
    const isReady = await parts.isReady().catch(() => false);
    return isReady ? c.json({ status: "ready" }) : c.json({ status: "not ready" }, 503, { "retry-after": "5" });
  });
  const { api } = parts;
  if (api) edge.all("/v1/*", (c) => api.fetch(c.req.raw));
  edge.onError((error, c) => {
    const requestId = randomUUID();
    parts.log.error("request failed", error, { request: requestId, method: c.req.method, path: c.req.path });
    return c.text(`Internal Server Error\n\n${requestId}\n`, 500);
  });
  return edge;
}
